using ThroughputKit.Pacing;
using ThroughputKit.Recording;

namespace ThroughputKit.Traffic;

/// <summary>The requests of a set rate that one group of senders sends, in order.</summary>
internal sealed class PlannedRequests(Pacer pacer, long start)
{
    private static readonly long _late = Clock.FromNanoseconds(Recorder.LateFrom);

    /// <summary>Gets whether there is a next request.</summary>
    public bool HasNext { get; private set; }

    /// <summary>Gets the due time of the next request, in Stopwatch ticks.</summary>
    public long Due { get; private set; } = long.MaxValue;

    /// <summary>Gets the number of the next request, from zero.</summary>
    public long Number { get; private set; }

    /// <summary>
    /// Returns whether a request would have been on time if a connection had been free: all connections have been busy since it was due,
    /// or since a time at which it was not yet late.
    /// </summary>
    /// <param name="due">The due time of the request, in Stopwatch ticks.</param>
    /// <param name="busySince">The time since which no connection has been free, in Stopwatch ticks; <see langword="null"/> if one was free.</param>
    public static bool WaitsForConnection(long due, long? busySince) => busySince - _late <= due;

    /// <summary>Advances to the next request.</summary>
    public bool Advance()
    {
        HasNext = pacer.TryNext(out var number, out var nanoseconds);
        (Due, Number) = HasNext ? (start + Clock.FromNanoseconds(nanoseconds), number) : (long.MaxValue, 0);
        return HasNext;
    }
}
