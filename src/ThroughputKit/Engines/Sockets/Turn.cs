using System.Threading.Tasks.Sources;

namespace ThroughputKit.Engines.Sockets;

/// <summary>A connection's next request of a set rate, and its wait for it. Used again and again; nothing is allocated.</summary>
internal sealed class Turn : IValueTaskSource<bool>
{
    private ManualResetValueTaskSourceCore<bool> _core;

    /// <summary>Gets which request of the plan it is.</summary>
    public int Index { get; private set; }

    /// <summary>Gets when it is due, in Stopwatch ticks.</summary>
    public long Due { get; private set; }

    /// <summary>Gets whether it would have been in time if a connection had been free.</summary>
    public bool HasWaited { get; private set; }

    /// <summary>Takes the next request of the plan.</summary>
    public void Take(PlannedRequests plan, bool hasWaited)
    {
        (Index, Due, HasWaited) = (plan.Index, plan.Due, hasWaited);
        plan.Advance();
    }

    /// <summary>Begins a wait, which <see cref="End"/> ends.</summary>
    public ValueTask<bool> Begin()
    {
        _core.Reset();
        return new ValueTask<bool>(this, _core.Version);
    }

    /// <summary>Ends the wait: the connection goes on, on the calling thread.</summary>
    /// <param name="isDue">Whether there is a request for it.</param>
    public void End(bool isDue) => _core.SetResult(isDue);

    bool IValueTaskSource<bool>.GetResult(short token) => _core.GetResult(token);

    ValueTaskSourceStatus IValueTaskSource<bool>.GetStatus(short token) => _core.GetStatus(token);

    void IValueTaskSource<bool>.OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _core.OnCompleted(continuation, state, token, flags);
}
