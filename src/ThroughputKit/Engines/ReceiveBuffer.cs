namespace ThroughputKit.Engines;

/// <summary>The bytes received on one connection and not yet read. Grows only while a single line doesn't fit.</summary>
internal sealed class ReceiveBuffer
{
    private const int FirstBytes = 16 * 1024;

    private byte[] _bytes = new byte[FirstBytes];
    private int _start;
    private int _end;

    public ReadOnlySpan<byte> Unread => _bytes.AsSpan(_start, _end - _start);

    public void Clear() => _start = _end = 0;

    /// <summary>Where the next bytes received go; never empty.</summary>
    public Memory<byte> Room()
    {
        if (_start == _end)
        {
            Clear();
        }
        else if (_end == _bytes.Length)
        {
            if (_start == 0)
            {
                Array.Resize(ref _bytes, 2 * _bytes.Length);
            }

            Unread.CopyTo(_bytes);
            (_start, _end) = (0, _end - _start);
        }

        return _bytes.AsMemory(_end);
    }

    public void Add(int received) => _end += received;

    public void Consume(int read) => _start += read;
}
