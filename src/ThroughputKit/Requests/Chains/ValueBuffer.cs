namespace ThroughputKit.Requests.Chains;

/// <summary>One value that a virtual user carries. Its array is reused, and grows up to a limit.</summary>
internal sealed class ValueBuffer
{
    /// <summary>The maximum length of a value.</summary>
    public const int MaxLength = 8 * 1024;

    private byte[] _bytes = [];
    private int _length;

    public ReadOnlySpan<byte> Bytes => _bytes.AsSpan(0, _length);

    /// <summary>Returns room for a value; <see cref="Keep"/> then says how much of it the value takes.</summary>
    public Span<byte> Room(int length)
    {
        if (_bytes.Length < length)
        {
            _bytes = new byte[Math.Max(64, length + (length / 4))];
        }

        return _bytes;
    }

    public void Keep(int length) => _length = length;

    /// <summary>Copies a value. Returns why it can't be carried; <see langword="null"/> if it can.</summary>
    public string? Set(ReadOnlySpan<byte> value)
    {
        if (value.Length > MaxLength)
        {
            return ValueSource.TooLong;
        }

        value.CopyTo(Room(value.Length));
        Keep(value.Length);
        return null;
    }
}
