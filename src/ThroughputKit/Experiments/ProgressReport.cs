using System.Diagnostics;

namespace ThroughputKit.Experiments;

/// <summary>Reports progress to the user, if the user wants it.</summary>
/// <param name="receiver">What receives the reports.</param>
internal sealed class ProgressReport(IProgress<LoadProgress>? receiver)
{
    private static readonly TimeSpan _pause = TimeSpan.FromSeconds(1);

    private readonly long _begun = Stopwatch.GetTimestamp();
    private string? _step;
    private TimeSpan _next;

    /// <summary>Reports what is being done, unless the same was reported within the last second.</summary>
    /// <param name="step">What is being done.</param>
    /// <param name="left">Estimates the time left.</param>
    public void Report(string step, Func<TimeSpan?>? left = null)
    {
        var elapsed = Stopwatch.GetElapsedTime(_begun);
        if (receiver is null || (step == _step && elapsed < _next))
        {
            return;
        }

        (_step, _next) = (step, elapsed + _pause);
        receiver.Report(new LoadProgress(step, elapsed) { Left = left?.Invoke() });
    }
}
