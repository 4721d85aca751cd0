namespace ThroughputKit.Requests.Data;

/// <summary>Writes the requests of one connection into a buffer of its own, which has room for the longest from the beginning.</summary>
/// <param name="connection">The number of the connection.</param>
/// <param name="room">The maximum length of a request with data.</param>
internal sealed class RequestComposer(int connection, int room)
{
    private readonly byte[] _buffer = new byte[room];
    private long _number = RequestNumbers.None;

    /// <summary>Returns the bytes of the next request, which stay until the one after it.</summary>
    public ReadOnlyMemory<byte> Compose(RequestTemplate template, long row, long request)
    {
        _number = template.Numbers.After(_number);
        return template.Write(_buffer, new DataPosition(row, request, connection, _number));
    }
}
