using System.Threading.Tasks.Sources;

namespace ThroughputKit.Engines.Sockets;

/// <summary>The next request of a connection at a set rate, and the wait for it. Reused for each request; allocates nothing.</summary>
internal sealed class Turn : IValueTaskSource<bool>
{
    private ManualResetValueTaskSourceCore<bool> _core;

    /// <summary>Gets the number of the request, from zero.</summary>
    public long Number { get; private set; }

    /// <summary>Gets the due time of the request, in Stopwatch ticks.</summary>
    public long Due { get; private set; }

    /// <summary>Gets whether the request would have been on time if a connection had been free.</summary>
    public bool HasWaited { get; private set; }

    /// <summary>Takes the next request of the plan.</summary>
    public void Take(PlannedRequests plan, bool hasWaited)
    {
        (Number, Due, HasWaited) = (plan.Number, plan.Due, hasWaited);
        plan.Advance();
    }

    /// <summary>Begins a wait, which <see cref="End"/> ends.</summary>
    public ValueTask<bool> Begin()
    {
        _core.Reset();
        return new ValueTask<bool>(this, _core.Version);
    }

    /// <summary>Ends the wait; <paramref name="isDue"/> says whether there is a request. The connection continues on the calling thread.</summary>
    public void End(bool isDue) => _core.SetResult(isDue);

    bool IValueTaskSource<bool>.GetResult(short token) => _core.GetResult(token);

    ValueTaskSourceStatus IValueTaskSource<bool>.GetStatus(short token) => _core.GetStatus(token);

    void IValueTaskSource<bool>.OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _core.OnCompleted(continuation, state, token, flags);
}
