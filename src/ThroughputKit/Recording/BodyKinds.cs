using ThroughputKit.Responses;

namespace ThroughputKit.Recording;

/// <summary>
/// Tells whether the bodies of one request's successes changed for good: first all of one kind, then all of another. Its size is fixed. One thread records;
/// merge later.
/// </summary>
internal sealed class BodyKinds
{
    /// <summary>The minimum number of responses before the change, and after it.</summary>
    public const int MinResponses = 20;

    private readonly BodyKind _one = new();
    private readonly BodyKind _other = new();
    private bool _areMore;

    private long Count => _one.Count + _other.Count;

    private IEnumerable<BodyKind> Known => new[] { _one, _other }.Where(k => k.Count > 0);

    /// <summary>
    /// Gets the bodies before and after the change; <see langword="null"/> if there was none. A response is made at some time between its request's beginning
    /// and its own end. So after a change, no request of the first kind was begun later than a response of the second kind ended.
    /// </summary>
    public (BodyKind Before, BodyKind After)? Change
    {
        get
        {
            var (before, after) = _one.FirstEnded <= _other.FirstEnded ? (_one, _other) : (_other, _one);
            return !_areMore && Math.Min(before.Count, after.Count) >= MinResponses && before.LastBegun <= after.FirstEnded ? (before, after) : null;
        }
    }

    /// <summary>
    /// Returns a body of each, one of which is of a kind that the others should have and don't; <see langword="null"/> if there is none, or if one of them has
    /// many kinds or no body.
    /// </summary>
    public (BodyKind One, BodyKind Other)? DifferenceFrom(BodyKinds others) =>
        _areMore || others._areMore || _one.Count == 0 || others._one.Count == 0 ? null
        : MissingIn(others) is { } own ? (own, others._one)
        : others.MissingIn(this) is { } other ? (_one, other)
        : null;

    // Chance may leave out a kind that is rare.
    private BodyKind? MissingIn(BodyKinds others) => Known.FirstOrDefault(
        k => (_other.Count == 0 || (k.Count >= MinResponses && k.Count * others.Count >= MinResponses * Count))
            && !others.Known.Any(o => k.Body.IsLike(o.Body)));

    /// <summary>Records the body of a success.</summary>
    /// <param name="body">The body.</param>
    /// <param name="begun">When its request was begun.</param>
    /// <param name="ended">When it was complete, by the same clock.</param>
    public void Add(BodyStart body, long begun, long ended) => Add(body, count: 1, ended, begun);

    public void Add(BodyKinds others)
    {
        _areMore |= others._areMore;
        Add(others._one);
        Add(others._other);
    }

    private void Add(BodyKind kind)
    {
        if (kind.Count > 0)
        {
            Add(kind.Body, kind.Count, kind.FirstEnded, kind.LastBegun);
        }
    }

    // Once there are more than two kinds, telling them apart would cost time for nothing.
    private void Add(BodyStart body, long count, long firstEnded, long lastBegun) =>
        _areMore = _areMore || !(_one.TryAdd(body, count, firstEnded, lastBegun) || _other.TryAdd(body, count, firstEnded, lastBegun));
}
