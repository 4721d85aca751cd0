namespace ThroughputKit.Engines.Http2;

/// <summary>What a frame says in addition, depending on its type.</summary>
[Flags]
internal enum FrameFlags : byte
{
    None = 0,

    /// <summary>Of DATA and HEADERS: nothing follows on the stream.</summary>
    EndStream = 1,

    /// <summary>Of SETTINGS and PING: an answer.</summary>
    Ack = EndStream,

    /// <summary>Of HEADERS and CONTINUATION: the header block is complete.</summary>
    EndHeaders = 4,

    Padded = 8,
    Priority = 32,
}
