using ThroughputKit.Measurement;
using ThroughputKit.Pacing;

namespace ThroughputKit.Engines;

/// <summary>The requests of a set rate that one sender sends, one after another.</summary>
internal sealed class PlannedRequests(Pacer pacer, long start, int requests)
{
    /// <summary>Gets whether there is a next request.</summary>
    public bool HasNext { get; private set; }

    /// <summary>Gets when it is due, in Stopwatch ticks.</summary>
    public long Due { get; private set; } = long.MaxValue;

    /// <summary>Gets which request of the plan it is.</summary>
    public int Index { get; private set; }

    /// <summary>Goes on to the next request.</summary>
    public bool Advance()
    {
        HasNext = pacer.TryNext(out var number, out var nanoseconds);
        (Due, Index) = HasNext ? (start + Clock.FromNanoseconds(nanoseconds), (int)(number % requests)) : (long.MaxValue, 0);
        return HasNext;
    }
}
