using System.Threading.Tasks.Sources;
using ThroughputKit.Traffic;

namespace ThroughputKit.Engines.Sockets;

/// <summary>The wait of a sender for its turn. Reused for each wait; allocates nothing.</summary>
internal sealed class Turn(Sender sender) : IValueTaskSource<bool>
{
    private ManualResetValueTaskSourceCore<bool> _core;

    /// <summary>Gets the sender.</summary>
    public Sender Sender => sender;

    /// <summary>Begins a wait, which <see cref="End"/> ends.</summary>
    public ValueTask<bool> Begin()
    {
        _core.Reset();
        return new ValueTask<bool>(this, _core.Version);
    }

    /// <summary>Ends the wait, with whether the sender sends. It continues on the calling thread.</summary>
    public void End() => _core.SetResult(sender.Move == Move.Send);

    bool IValueTaskSource<bool>.GetResult(short token) => _core.GetResult(token);

    ValueTaskSourceStatus IValueTaskSource<bool>.GetStatus(short token) => _core.GetStatus(token);

    void IValueTaskSource<bool>.OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _core.OnCompleted(continuation, state, token, flags);
}
