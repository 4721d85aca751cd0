using ThroughputKit.Requests.Cookies;

namespace ThroughputKit.Requests.Chains;

/// <summary>
/// The cookies that one virtual user was given in this pass. Of their attributes, the path and the end of their lives count: the user knows one app only, and
/// sends cookies marked Secure as browsers do to localhost. Reused for each pass; allocates nothing once it has had its longest cookies.
/// </summary>
internal sealed class UserCookies
{
    private readonly List<Cookie> _cookies = []; // those in use come first
    private int _count;

    /// <summary>Gets the maximum length of what <see cref="Write"/> writes.</summary>
    public int MaxLength
    {
        get
        {
            var sum = 0;
            for (var i = 0; i < _count; i++)
            {
                sum += _cookies[i].Pair.Length + "; ".Length;
            }

            return sum;
        }
    }

    public void Clear() => _count = 0;

    /// <param name="set">The value of the header <c>Set-Cookie</c>.</param>
    /// <param name="requestPath">The path of the request that was answered, without its query.</param>
    public void Store(ReadOnlySpan<byte> set, ReadOnlySpan<byte> requestPath)
    {
        var read = new SetCookie(set, requestPath);
        if (read.Name.IsEmpty)
        {
            return;
        }

        var index = 0;
        while (index < _count && !_cookies[index].Is(read.Name, read.Path))
        {
            index++;
        }

        if (!read.IsRemoved)
        {
            if (index == _cookies.Count)
            {
                _cookies.Add(new Cookie());
            }

            _cookies[index].Set(read.Name, read.Value, read.Path);
            _count = Math.Max(_count, index + 1);
        }
        else if (index < _count)
        {
            _count--;
            (_cookies[index], _cookies[_count]) = (_cookies[_count], _cookies[index]);
        }
    }

    /// <summary>Writes the cookies for a request, as the header <c>Cookie</c> has them. Returns the number of bytes written.</summary>
    /// <param name="destination">Where to write.</param>
    /// <param name="path">The path of the request, without its query.</param>
    public int Write(Span<byte> destination, ReadOnlySpan<byte> path)
    {
        var at = 0;
        for (var i = 0; i < _count; i++)
        {
            var cookie = _cookies[i];
            if (!cookie.IsFor(path))
            {
                continue;
            }

            if (at > 0)
            {
                "; "u8.CopyTo(destination[at..]);
                at += 2;
            }

            cookie.Pair.CopyTo(destination[at..]);
            at += cookie.Pair.Length;
        }

        return at;
    }

    /// <summary>One cookie: its name, an equals sign, its value, and its path, in one array.</summary>
    private sealed class Cookie
    {
        private byte[] _bytes = [];
        private int _nameLength;
        private int _pairLength;
        private int _length;

        public ReadOnlySpan<byte> Pair => _bytes.AsSpan(0, _pairLength);

        private ReadOnlySpan<byte> Path => _bytes.AsSpan(_pairLength, _length - _pairLength);

        public bool Is(ReadOnlySpan<byte> name, ReadOnlySpan<byte> path) => Pair[.._nameLength].SequenceEqual(name) && Path.SequenceEqual(path);

        public bool IsFor(ReadOnlySpan<byte> path) =>
            path.StartsWith(Path) && (path.Length == Path.Length || Path[^1] == '/' || path[Path.Length] == '/');

        public void Set(ReadOnlySpan<byte> name, ReadOnlySpan<byte> value, ReadOnlySpan<byte> path)
        {
            (_nameLength, _pairLength) = (name.Length, name.Length + 1 + value.Length);
            _length = _pairLength + path.Length;
            if (_bytes.Length < _length)
            {
                _bytes = new byte[2 * _length];
            }

            name.CopyTo(_bytes);
            _bytes[_nameLength] = (byte)'=';
            value.CopyTo(_bytes.AsSpan(_nameLength + 1));
            path.CopyTo(_bytes.AsSpan(_pairLength));
        }
    }
}
