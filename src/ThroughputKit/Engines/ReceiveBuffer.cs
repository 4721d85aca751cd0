namespace ThroughputKit.Engines;

/// <summary>
/// The bytes received on one connection and not yet read. Connections of one thread may share the array that they receive into, so that it
/// stays in the nearest caches; unread bytes are then kept in a separate array.
/// </summary>
/// <param name="shared">The shared array; if omitted, the buffer has its own.</param>
internal sealed class ReceiveBuffer(byte[]? shared = null)
{
    /// <summary>The number of bytes received at a time, unless a single line doesn't fit.</summary>
    public const int Size = 16 * 1024;

    private readonly byte[] _first = shared ?? new byte[Size];
    private byte[] _kept = [];
    private bool _isKept;
    private int _start;
    private int _end;

    public ReadOnlySpan<byte> Unread => Bytes.AsSpan(_start, _end - _start);

    private byte[] Bytes => _isKept ? _kept : _first;

    public void Clear() => (_isKept, _start, _end) = (false, 0, 0);

    /// <summary>Returns the room for the next received bytes; never empty.</summary>
    public Memory<byte> Room()
    {
        if (_start == _end)
        {
            Clear();
        }
        else if (!_isKept || _end == _kept.Length)
        {
            Keep();
        }

        return Bytes.AsMemory(_end);
    }

    public void Add(int received) => _end += received;

    public void Consume(int read) => _start += read;

    /// <summary>Keeps the unread bytes because more will follow: other connections may receive into the shared array before that.</summary>
    public void Keep()
    {
        var unread = Unread;
        if (unread.IsEmpty)
        {
            return;
        }

        var target = unread.Length <= _kept.Length / 2 ? _kept : new byte[Math.Max(Size, 2 * unread.Length)];
        unread.CopyTo(target);
        (_kept, _isKept, _start, _end) = (target, true, 0, unread.Length);
    }
}
