namespace ThroughputKit.Requests.Cookies;

/// <summary>A place for one cookie after another: name, an equals sign, value, and path, in one array.</summary>
internal sealed class StoredCookie
{
    private byte[] _bytes = [];
    private int _nameLength;
    private int _pairLength;
    private int _length;

    public ReadOnlySpan<byte> Name => _bytes.AsSpan(0, _nameLength);

    /// <summary>Gets name and value, as a request carries them.</summary>
    public ReadOnlySpan<byte> Pair => _bytes.AsSpan(0, _pairLength);

    /// <summary>Gets the path that requests must be under.</summary>
    public ReadOnlySpan<byte> Path => _bytes.AsSpan(_pairLength, _length - _pairLength);

    public bool IsSecure { get; private set; }

    /// <summary>Gets when it ends.</summary>
    public DateTimeOffset End { get; private set; }

    public bool IsFor(ReadOnlySpan<byte> path) =>
        path.StartsWith(Path) && (path.Length == Path.Length || Path[^1] == '/' || path[Path.Length] == '/');

    public void Set(in SetCookie cookie)
    {
        (_nameLength, _pairLength) = (cookie.Name.Length, cookie.Name.Length + 1 + cookie.Value.Length);
        Resize(_pairLength + cookie.Path.Length);
        cookie.Name.CopyTo(_bytes);
        _bytes[_nameLength] = (byte)'=';
        cookie.Value.CopyTo(_bytes.AsSpan(_nameLength + 1));
        cookie.Path.CopyTo(_bytes.AsSpan(_pairLength));
        (IsSecure, End) = (cookie.IsSecure, cookie.End);
    }

    public void Set(StoredCookie other)
    {
        (_nameLength, _pairLength, IsSecure, End) = (other._nameLength, other._pairLength, other.IsSecure, other.End);
        Resize(other._length);
        other._bytes.AsSpan(0, _length).CopyTo(_bytes);
    }

    private void Resize(int length)
    {
        _length = length;
        if (_bytes.Length < length)
        {
            _bytes = new byte[2 * length];
        }
    }
}
