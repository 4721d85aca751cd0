namespace ThroughputKit.Requests.Data;

/// <summary>Writes the requests of one connection into a buffer of its own, which has room for the longest from the beginning.</summary>
/// <param name="connection">The number of the connection.</param>
/// <param name="connections">The number of connections.</param>
/// <param name="room">The maximum length of a request with data.</param>
internal sealed class RequestComposer(int connection, int connections, int room)
{
    private readonly byte[] _buffer = new byte[room];
    private long _number = connection - connections;

    /// <summary>Returns the bytes of the next request, which stay until the one after it.</summary>
    public ReadOnlyMemory<byte> Compose(RequestTemplate template, long row, long request)
    {
        _number += connections;
        return template.Write(_buffer, new DataPosition(row, request, connection, _number));
    }
}
