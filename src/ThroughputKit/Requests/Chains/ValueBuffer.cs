using System.Text;

namespace ThroughputKit.Requests.Chains;

/// <summary>One value that a virtual user carries. Its array is reused, and grows up to a limit.</summary>
internal sealed class ValueBuffer
{
    /// <summary>The maximum length of a value.</summary>
    public const int MaxLength = 8 * 1024;

    private byte[] _bytes = [];
    private int _length;
    private (int Start, int Length) _target;

    public ReadOnlySpan<byte> Bytes => _bytes.AsSpan(0, _length);

    /// <summary>Gets the path and query of a value that is an address: see <see cref="FindTarget"/>.</summary>
    public ReadOnlySpan<byte> Target => _bytes.AsSpan(_target.Start, _target.Length);

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

    /// <summary>Leaves out the scheme and host of a value that is an address of the app, and its fragment, which is never sent.</summary>
    /// <param name="host">The app's host and port, as requests name them.</param>
    public void FindTarget(ReadOnlySpan<byte> host)
    {
        var end = Bytes.IndexOf((byte)'#') is >= 0 and var fragment ? fragment : _length;
        var start = Bytes.IndexOf("//"u8) + 2;
        var scheme = Bytes[..Math.Max(0, start - 2)];
        var isOwn = start > 1 && (scheme.IsEmpty || Ascii.EqualsIgnoreCase(scheme, "http:"u8) || Ascii.EqualsIgnoreCase(scheme, "https:"u8))
            && start + host.Length <= end && Ascii.EqualsIgnoreCase(Bytes.Slice(start, host.Length), host);
        start = isOwn ? start + host.Length : 0;
        _target = (start, end - start);
    }

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
