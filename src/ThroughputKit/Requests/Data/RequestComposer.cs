namespace ThroughputKit.Requests.Data;

/// <summary>Writes the requests of one connection into a buffer of its own.</summary>
/// <param name="connection">The number of the connection.</param>
/// <param name="connections">The number of connections.</param>
internal sealed class RequestComposer(int connection, int connections)
{
    private byte[] _buffer = [];
    private long _number = connection - connections;

    /// <summary>Returns the bytes of the next request, which stay until the one after it.</summary>
    public ReadOnlyMemory<byte> Compose(RequestTemplate template, long row)
    {
        if (_buffer.Length < template.MaxLength)
        {
            _buffer = new byte[Math.Max(template.MaxLength, template.Room)];
        }

        _number += connections;
        return template.Write(_buffer, new DataPosition(row, connection, _number));
    }
}
