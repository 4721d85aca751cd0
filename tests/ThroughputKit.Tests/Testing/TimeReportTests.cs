using ThroughputKit.Gates;
using ThroughputKit.Recording;
using ThroughputKit.Testing;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Testing;

public class TimeReportTests
{
    [Fact]
    public void What_was_measured_again_is_reported_with_the_reason()
    {
        var result = MadeUp.Result(new LatencyHistogram());
        var doubtful = result with
        {
            Findings = [new Finding(FindingNames.StillCompiling, FindingSeverity.Warning, "Code was still being compiled.", "Wait.")],
        };
        var measured = new TestRuns(new Verdict(result with { EarlierAttempts = [result, doubtful] }, []), Comparison: null);

        var report = TimeReport.Write(measured, TimeSpan.Zero, TimeSpan.FromSeconds(1));

        Assert.StartsWith($"  Repeated    attempt 2: Code was still being compiled.{Environment.NewLine}  Took        1.000 s: ", report, StringComparison.Ordinal);
    }
}
