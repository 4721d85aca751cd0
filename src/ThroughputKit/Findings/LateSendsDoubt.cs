using System.Globalization;

namespace ThroughputKit.Findings;

/// <summary>A set rate was not kept.</summary>
internal sealed class LateSendsDoubt : IDoubt
{
    private const double Tolerated = 0.01;

    public Finding? Examine(RunFacts run)
    {
        if (run.Result.Pacing is not { Planned: > 0 } pacing || pacing.Late + pacing.Unsent <= Tolerated * pacing.Planned)
        {
            return null;
        }

        return new Finding(
            "LateSends",
            FindingSeverity.Warning,
            string.Create(
                CultureInfo.InvariantCulture,
                $"The rate was not kept: of {pacing.Planned:N0} planned requests {pacing.Late:N0} were sent more than 1 ms late and {pacing.Unsent:N0} not at all (lateness p99 {pacing.Lateness.P99.TotalMilliseconds:N2} ms)."),
            "If responses take long, the app can't hold the rate with so many connections; if they don't, the machine is too busy to send in time.");
    }
}
