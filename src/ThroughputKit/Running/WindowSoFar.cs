using System.Diagnostics;
using ThroughputKit.Pacing;
using ThroughputKit.Recording;

namespace ThroughputKit.Running;

/// <summary>
/// The figures of a window while it is open, for those who watch. They are read from what the senders count anyway, and the senders don't notice: a request
/// that ends meanwhile may be in some of them only.
/// </summary>
/// <param name="phases">The load.</param>
/// <param name="length">The length of the window.</param>
/// <param name="isTimed">Whether the window ends after that time, rather than with the last of its requests.</param>
internal sealed class WindowSoFar(Phases phases, TimeSpan length, bool isTimed)
{
    private readonly LatencyHistogram _latency = new(); // allocated before the window
    private readonly RecentRate _recent = new(ProgressReport.Pause / 2);
    private long _begun;

    /// <summary>Begins with the window.</summary>
    public void Begin() => _begun = Stopwatch.GetTimestamp();

    /// <summary>Adds the figures to a report.</summary>
    public LoadProgress AddTo(LoadProgress progress)
    {
        var elapsed = Stopwatch.GetElapsedTime(_begun);
        var (within, succeeded) = (elapsed < length ? elapsed : length, phases.Succeeded);
        _latency.Clear();
        phases.AddLatencyTo(_latency);
        return progress with
        {
            Left = isTimed && elapsed < length ? length - elapsed : null,
            Succeeded = succeeded,
            Failed = phases.Failed,
            Rps = succeeded / within.TotalSeconds,
            RpsNow = _recent.Read(within, succeeded),
            P50 = Percentile(50),
            P99 = Percentile(99),
        };
    }

    private TimeSpan? Percentile(double percent) => _latency.Count == 0 ? null : Clock.ToTimeSpan(_latency.Percentile(percent));
}
