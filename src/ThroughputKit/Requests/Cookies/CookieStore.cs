namespace ThroughputKit.Requests.Cookies;

/// <summary>
/// The cookies that one app has set, for one user at a time: replaced, removed, ended and sent in the order of RFC 6265, 5.3 and 5.4. Allocates nothing once it
/// has had its longest cookies.
/// </summary>
/// <param name="rules">Which cookies it keeps.</param>
/// <param name="time">Tells when a cookie ends.</param>
internal sealed class CookieStore(CookieRules rules, TimeProvider time)
{
    private readonly List<StoredCookie> _cookies = []; // those in use, in the order in which they are sent, and then spare ones
    private int _count;

    public CookieRules Rules => rules;

    public IEnumerable<StoredCookie> Cookies => _cookies.Take(_count);

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

    /// <summary>Returns whether the time of a cookie is over. Asks for the time only if it is needed.</summary>
    public bool HasEnded(StoredCookie cookie) => cookie.End < DateTimeOffset.MaxValue && cookie.End <= time.GetUtcNow();

    /// <summary>Returns a store with the same cookies.</summary>
    public CookieStore Copy()
    {
        var copy = new CookieStore(rules, time);
        copy.BeginWith(this);
        return copy;
    }

    /// <summary>Begins anew with the cookies of another store.</summary>
    public void BeginWith(CookieStore other)
    {
        for (_count = 0; _count < other._count; _count++)
        {
            Spare().Set(other._cookies[_count]);
        }
    }

    /// <summary>Takes a cookie as the app sets it. Returns why it is refused; <see langword="null"/> if it isn't.</summary>
    /// <param name="setCookie">The value of the header <c>Set-Cookie</c>.</param>
    /// <param name="requestPath">The path of the request that was answered, without its query.</param>
    public string? Store(ReadOnlySpan<byte> setCookie, ReadOnlySpan<byte> requestPath)
    {
        var now = time.GetUtcNow();
        var cookie = new SetCookie(setCookie, requestPath, now);
        if (cookie.Name.IsEmpty)
        {
            return "it has no name, or no '='";
        }

        if (rules.Refusal(cookie) is { } refusal)
        {
            return refusal;
        }

        RemoveEnded();
        var at = IndexOf(cookie);
        if (cookie.End > now)
        {
            _cookies[at >= 0 ? at : Insert(cookie.Path.Length)].Set(cookie);
        }
        else if (at >= 0)
        {
            Move(at, --_count);
        }

        return null;
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
            if (!cookie.IsFor(path) || !rules.MayCarry(cookie.IsSecure) || HasEnded(cookie))
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

    // An app may give each of its cookies a name of its own.
    private void RemoveEnded()
    {
        for (var i = _count - 1; i >= 0; i--)
        {
            if (HasEnded(_cookies[i]))
            {
                Move(i, --_count);
            }
        }
    }

    private int IndexOf(in SetCookie cookie)
    {
        for (var i = 0; i < _count; i++)
        {
            if (_cookies[i].Name.SequenceEqual(cookie.Name) && _cookies[i].Path.SequenceEqual(cookie.Path))
            {
                return i;
            }
        }

        return -1;
    }

    // After those whose path is as long: the longest path first, and of equal ones the oldest.
    private int Insert(int pathLength)
    {
        Spare();
        var at = _count;
        while (at > 0 && _cookies[at - 1].Path.Length < pathLength)
        {
            at--;
        }

        Move(_count++, at);
        return at;
    }

    private StoredCookie Spare()
    {
        if (_count == _cookies.Count)
        {
            _cookies.Add(new StoredCookie());
        }

        return _cookies[_count];
    }

    private void Move(int from, int to)
    {
        var cookie = _cookies[from];
        _cookies.RemoveAt(from);
        _cookies.Insert(to, cookie);
    }
}
