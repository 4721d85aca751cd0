namespace ThroughputKit.Responses;

/// <summary>The state of a <see cref="ResponseReader"/> after the bytes it was given.</summary>
internal enum ReadState
{
    /// <summary>The response continues beyond the bytes read so far.</summary>
    NeedMore,

    /// <summary>The response is complete.</summary>
    Complete,

    /// <summary>The bytes are not an HTTP/1.x response. <see cref="ResponseReader.Error"/> gives the reason.</summary>
    Malformed,
}
