using System.Diagnostics;

namespace ThroughputKit.Engines;

/// <summary>
/// The deadline of the request on one connection. The connection starts and stops it; another thread may pass it. Each write
/// is to the connection's own memory, so connections share nothing.
/// </summary>
internal sealed class Deadline(long timeout)
{
    private const long None = 0;
    private const long Passed = -1;

    private long _at;

    public bool HasPassed => Volatile.Read(ref _at) == Passed;

    public void Start() => Volatile.Write(ref _at, Stopwatch.GetTimestamp() + timeout);

    /// <summary>Returns whether an answer that arrived now would be too late.</summary>
    public bool IsOver(long now) => Volatile.Read(ref _at) is var at && (at == Passed || at < now);

    /// <summary>Stops the deadline, because the answer has arrived or never will. Returns whether it was too late.</summary>
    public bool Stop()
    {
        var at = Interlocked.Exchange(ref _at, None);
        return at == Passed || at < Stopwatch.GetTimestamp();
    }

    /// <summary>Passes the deadline if it is running and lies before <paramref name="now"/>. Returns true to the one caller that passed it.</summary>
    public bool Pass(long now)
    {
        var at = Volatile.Read(ref _at);
        return at > None && at < now && Interlocked.CompareExchange(ref _at, Passed, at) == at;
    }
}
