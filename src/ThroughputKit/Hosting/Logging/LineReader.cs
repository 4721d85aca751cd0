namespace ThroughputKit.Hosting.Logging;

/// <summary>Puts lines together from bytes that come in any pieces. What is beyond the first kilobyte of a line is left out; nothing is allocated.</summary>
internal sealed class LineReader
{
    private const int MostBytes = 1024;

    private readonly byte[] _line = new byte[MostBytes];
    private int _length;

    /// <param name="bytes">What came.</param>
    /// <param name="take">Takes each line that is whole, without its end.</param>
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
