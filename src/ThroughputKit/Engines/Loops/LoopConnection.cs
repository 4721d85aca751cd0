using System.Diagnostics.CodeAnalysis;
using ThroughputKit.Recording;
using ThroughputKit.Traffic;

namespace ThroughputKit.Engines.Loops;

/// <summary>
/// One connection, which moves the bytes of its senders' requests and never waits. Its loop calls it again when its socket is ready or time has passed.
/// </summary>
/// <param name="senders">What decides which requests these are, and when they are sent. Each has one in flight at a time.</param>
internal abstract class LoopConnection(Sender[] senders)
{
    private LoadPhase? _phase;
    private Recorder? _recorder;

    public Sender[] Senders => senders;

    protected LoadPhase Phase => _phase!;

    protected Recorder Recorder => _recorder!;

    /// <summary>Prepares the connection for a phase, with the recorder of the thread that drives it.</summary>
    public void Enter(LoadPhase phase, Recorder recorder) => (_phase, _recorder) = (phase, recorder);

    /// <summary>Sends the request that a sender has decided to send, now or with the next <see cref="Flush"/>.</summary>
    public abstract void Send(Sender sender, long now);

    /// <summary>Returns a sender whose request has ended, once for each request.</summary>
    public abstract bool TryEnd([NotNullWhen(true)] out Sender? ended, out Ending ending);

    /// <summary>Sends what waits to be sent. Returns whether requests have ended with it.</summary>
    public abstract bool Flush();

    /// <summary>Handles an event of the socket.</summary>
    public abstract void OnReady();

    /// <summary>Ends overdue requests.</summary>
    public abstract void OnTime(long now);

    /// <summary>Returns whether the connection began requests in this phase, but got no response to any of them.</summary>
    public abstract bool IsUnserved(LoadPhase phase);

    public abstract void Close();
}
