namespace ThroughputKit.Hosting.Logging;

/// <summary>Assembles lines from bytes that arrive in pieces of any size. Drops everything beyond the first kilobyte of a line; allocates nothing.</summary>
internal sealed class LineReader
{
    private const int MostBytes = 1024;

    private readonly byte[] _line = new byte[MostBytes];
    private int _length;

    /// <param name="bytes">The bytes that arrived.</param>
    /// <param name="take">Takes each complete line, without its line break.</param>
    public void Add(ReadOnlySpan<byte> bytes, Action<ReadOnlySpan<byte>> take)
    {
        while (!bytes.IsEmpty)
        {
            var end = bytes.IndexOf((byte)'\n');
            var part = end < 0 ? bytes : bytes[..end];
            var taken = Math.Min(part.Length, MostBytes - _length);
            part[..taken].CopyTo(_line.AsSpan(_length));
            _length += taken;
            bytes = end < 0 ? default : bytes[(end + 1)..];
            if (end >= 0)
            {
                take(_line.AsSpan(0, _length));
                _length = 0;
            }
        }
    }
}
