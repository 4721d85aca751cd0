namespace ThroughputKit.Requests.Data;

/// <summary>Writes the requests of one connection into a buffer of its own, which has room for the longest from the beginning.</summary>
/// <param name="connection">The number of the connection.</param>
/// <param name="room">The maximum length of a request with data.</param>
internal sealed class RequestComposer(int connection, int room)
{
    // So that the first request of a connection doesn't allocate within a window. Long ones do: not all of many connections may send one.
    private const int AtOnce = 4_096;

    private byte[] _buffer = room <= AtOnce ? new byte[room] : [];
    private long _number = RequestNumbers.None;

    /// <summary>Returns the bytes of the next request, which stay until the one after it.</summary>
    public ReadOnlyMemory<byte> Compose(RequestTemplate template, long row, long request)
    {
        _number = template.Numbers.After(_number);
        _buffer = _buffer.Length < room ? new byte[room] : _buffer;
        return template.Write(_buffer, new DataPosition(row, request, connection, _number));
    }
}
