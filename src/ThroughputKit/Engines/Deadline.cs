using System.Diagnostics;

namespace ThroughputKit.Engines;

/// <summary>
/// The deadline of the request on one connection. The connection starts and stops it; another thread may let it expire. Each write
/// is to the connection's own memory, so connections share nothing.
/// </summary>
internal sealed class Deadline(long timeout)
{
    private const long None = 0;
    private const long Expired = -1;

    private long _at;

    public bool HasExpired => Volatile.Read(ref _at) == Expired;

    public void Start() => Volatile.Write(ref _at, Stopwatch.GetTimestamp() + timeout);

    /// <summary>Returns whether an answer that arrived now would be too late.</summary>
    public bool IsExpiredAt(long now) => Volatile.Read(ref _at) is var at && (at == Expired || at < now);

    /// <summary>Stops the deadline, because the answer has arrived or never will. Returns whether it was too late.</summary>
    public bool Stop()
    {
        var at = Interlocked.Exchange(ref _at, None);
        return at == Expired || at < Stopwatch.GetTimestamp();
    }

    /// <summary>Expires if it is running and lies before <paramref name="now"/>. Returns true to the one caller that made it expire.</summary>
    public bool TryExpire(long now)
    {
        var at = Volatile.Read(ref _at);
        return at > None && at < now && Interlocked.CompareExchange(ref _at, Expired, at) == at;
    }
}
