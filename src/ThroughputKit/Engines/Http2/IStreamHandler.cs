namespace ThroughputKit.Engines.Http2;

/// <summary>
/// Is told what becomes of the requests of one slot. Each request ends with exactly one of <see cref="Ended"/>, <see cref="Failed"/> and <see cref="Unsent"/>,
/// unless it is cancelled; the slot may send the next one at once.
/// </summary>
internal interface IStreamHandler
{
    /// <summary>Takes that the whole request was handed over to be sent. A response may end before that.</summary>
    void Written();

    /// <summary>Takes that bytes of the response came, counted with their frames.</summary>
    void Received(int bytes);

    /// <summary>Takes the status of the final response.</summary>
    void Began(int status);

    /// <summary>Takes a field of the head, or one that follows the body. Its name is in lower case. The bytes stay until the call returns.</summary>
    void Field(ReadOnlySpan<byte> name, ReadOnlySpan<byte> value, bool isTrailer);

    /// <summary>Takes a part of the body. The bytes stay until the call returns.</summary>
    void Body(ReadOnlySpan<byte> data);

    /// <summary>Takes that the response is complete.</summary>
    void Ended();

    /// <summary>Takes that there will be no complete response.</summary>
    void Failed(FailureKind kind, string error);

    /// <summary>Takes that the server hasn't processed the request and won't do so: it counts as not sent, and may be sent again.</summary>
    void Unsent();
}
