using ThroughputKit.Measurement;
using ThroughputKit.Pacing;

namespace ThroughputKit.Engines;

/// <summary>The requests of a set rate that one sender sends, one after another.</summary>
internal sealed class PlannedRequests(Pacer pacer, long start, int requests)
{
    private static readonly long _late = Clock.FromNanoseconds(Recorder.LateFrom);

    /// <summary>Gets whether there is a next request.</summary>
    public bool HasNext { get; private set; }

    /// <summary>Gets when it is due, in Stopwatch ticks.</summary>
    public long Due { get; private set; } = long.MaxValue;

    /// <summary>Gets which request of the plan it is.</summary>
    public int Index { get; private set; }

    /// <summary>Whether the request would have been in time if a connection had been free: all have been in use since it was due, or since it was not yet late.</summary>
    /// <param name="busySince">Since when none has been free, in Stopwatch ticks; <see langword="null"/> if one was.</param>
    public bool WaitsForConnection(long? busySince) => WaitsForConnection(Due, busySince);

    /// <summary>The same of a request that was taken from a plan.</summary>
    public static bool WaitsForConnection(long due, long? busySince) => busySince - _late <= due;

    /// <summary>Goes on to the next request.</summary>
    public bool Advance()
    {
        HasNext = pacer.TryNext(out var number, out var nanoseconds);
        (Due, Index) = HasNext ? (start + Clock.FromNanoseconds(nanoseconds), (int)(number % requests)) : (long.MaxValue, 0);
        return HasNext;
    }
}
