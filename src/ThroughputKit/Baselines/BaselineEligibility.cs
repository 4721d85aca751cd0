using ThroughputKit.Baselines.Files;
using ThroughputKit.Reporting;

namespace ThroughputKit.Baselines;

/// <summary>Checks whether the figures of a result are exact enough for a baseline.</summary>
internal static class BaselineEligibility
{
    /// <summary>The minimum number of complete responses. With fewer, one-time work weighs too much in each response.</summary>
    public const int MinResponses = 1_000;

    /// <summary>Returns the problems that prevent both comparison and approval, whatever the baseline contains.</summary>
    public static IEnumerable<Problem> Check(LoadResult result)
    {
        if (result.Settings is null)
        {
            yield return new Problem(
                "The result has no settings", "a result returned by RunAsync", "A baseline applies only to the settings that it was approved with.");
        }

        if (result.Iterations is not null)
        {
            yield return new Problem(
                "The result is that of a scenario", "a test of requests",
                "What a scenario's code does isn't known, so two runs can't be compared exactly. Use gates.");
        }

        if (BaselineFigures.Responses(result) is var responses && responses < MinResponses)
        {
            yield return new Problem(
                FormattableString.Invariant($"There {(responses == 1 ? "is" : "are")} {Counted.Of(responses, "complete response")}, too few for exact figures"),
                FormattableString.Invariant($"{MinResponses:N0} or more"),
                "Measure for longer with o.Duration, or set o.Requests.");
        }

        if (result.Memory.Allocation is { BytesPerRequest: null })
        {
            yield return new Problem(
                $"The bytes allocated per request are {AllocationText.Line(result).TrimEnd('.')}",
                "a figure confirmed by separate windows",
                "Look for background work that allocates now and then, or measure the app in its own process (ForPublished).");
        }

        if (result.Memory.Allocation is null && result.Findings.FirstOrDefault(f => f is { Name: FindingNames.Miscount, Endpoint: null }) is { } miscount)
        {
            yield return miscount.AsProblem();
        }
    }

    /// <summary>Returns the problems that prevent the approval of a result whose gates have passed.</summary>
    public static IEnumerable<Problem> CheckForApproval(LoadResult result) => Check(result).Concat(
        result.Findings.Where(f => f.IsSetUpMistake || (f.Severity == FindingSeverity.Error && f.Name != FindingNames.Miscount) || IsOfColdBytes(f, result))
            .Select(f => f.AsProblem()));

    /// <summary>Returns the findings that an approved result comes with.</summary>
    public static IEnumerable<Finding> Doubts(LoadResult result) => result.Findings.Where(f => f.Name is FindingNames.NotSteady or FindingNames.Background);

    // Code that isn't optimized yet allocates more. Once approved, that would hide a regression. Separate windows wait for the compiler.
    private static bool IsOfColdBytes(Finding finding, LoadResult result) => finding is { Name: FindingNames.StillCompiling, Endpoint: null }
        || (finding.Name == FindingNames.NotSteady && result.Memory is { Allocation: null, AllocatedBytesPerRequest: not null });
}
