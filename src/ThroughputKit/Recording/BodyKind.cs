using ThroughputKit.Responses;

namespace ThroughputKit.Recording;

/// <summary>Successes whose bodies are alike, and when they came.</summary>
internal sealed class BodyKind
{
    /// <summary>Gets the latest of the bodies.</summary>
    public BodyStart Body { get; } = new();

    public long Count { get; private set; }

    /// <summary>Gets when the first of the responses was complete.</summary>
    public long FirstEnded { get; private set; } = long.MaxValue;

    /// <summary>Gets when the last of the requests was begun.</summary>
    public long LastBegun { get; private set; } = long.MinValue;

    /// <summary>Adds bodies that are alike. Returns whether they are of this kind.</summary>
    public bool TryAdd(BodyStart body, long count, long firstEnded, long lastBegun)
    {
        if (Count > 0 && !Body.IsLike(body))
        {
            return false;
        }

        Body.Set(body);
        Count = count > 1 && firstEnded == FirstEnded ? Math.Max(Count, count) : Count + count; // those up to a later phase include those up to an earlier one
        (FirstEnded, LastBegun) = (Math.Min(FirstEnded, firstEnded), Math.Max(LastBegun, lastBegun));
        return true;
    }
}
