namespace ThroughputKit.Responses;

/// <summary>What a <see cref="ResponseReader"/> knows after the bytes it was given.</summary>
internal enum ReadState
{
    /// <summary>The response goes on beyond the bytes read so far.</summary>
    NeedMore,

    /// <summary>The response is whole.</summary>
    Complete,

    /// <summary>The bytes are not an HTTP/1.x response; <see cref="ResponseReader.Error"/> says why.</summary>
    Malformed,
}
