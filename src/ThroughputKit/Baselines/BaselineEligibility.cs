using ThroughputKit.Baselines.Files;
using ThroughputKit.Reporting;
using ThroughputKit.Traffic;

namespace ThroughputKit.Baselines;

/// <summary>Checks whether the figures of a result are exact enough for a baseline.</summary>
internal static class BaselineEligibility
{
    /// <summary>The minimum number of complete responses. With fewer, one-time work weighs too much in each response.</summary>
    public const int MinResponses = 1_000;

    private const double Reserve = 1.2;

    /// <summary>Returns the problem of a kind of load that has no baseline.</summary>
    /// <param name="kind">The kind.</param>
    /// <param name="found">What is of that kind.</param>
    public static IEnumerable<Problem> CheckKind(LoadKind kind, string found = "The result is that of a scenario") => Problem.If(
        !kind.IsSentByKit,
        found, "a test of requests", "What a scenario's code does isn't known, so two runs can't be compared exactly. Use gates.");

    /// <summary>Returns the problems that prevent both comparison and approval, whatever the baseline contains.</summary>
    /// <param name="result">The result.</param>
    /// <param name="approved">The baseline, for what is known in spite of a problem; <see langword="null"/> if there is none.</param>
    public static IEnumerable<Problem> Check(LoadResult result, BaselineEntry? approved = null)
    {
        var responses = BaselineFigures.Responses(result);
        var miscount = result.Findings.Where(f => result.Memory.Allocation is null && f is { Name: FindingNames.Miscount, Endpoint: null });
        return
        [
            .. Problem.If(
                result.Settings is null,
                "The result has no settings", "a result returned by RunAsync", "A baseline applies only to the settings that it was approved with."),
            .. CheckKind(result.Kind),
            .. Problem.If(
                result is { Kind.IsSentByKit: true, Generator.Engine: LoadEngine.Client },
                "The load was made by the framework's client", "an engine of the kit",
                "What the client sends and gets over the wire isn't known, so two runs can't be compared exactly. Use gates."),
            .. Problem.If(
                responses < MinResponses,
                $"{Known(result, approved)}There {(responses == 1 ? "is" : "are")} {Counted.Of(responses, "complete response")}, too few for exact figures",
                FormattableString.Invariant($"{MinResponses:N0} or more"),
                Enough(result, responses)),
            .. Problem.If(
                result.Memory.Allocation is { BytesPerRequest: null },
                $"The bytes allocated per request are {AllocationText.Line(result).TrimEnd('.')}",
                "a figure confirmed by separate windows",
                "Look for background work that allocates now and then, or measure the app in its own process (ForPublished)."),
            .. miscount.Take(1).Select(f => f.AsProblem()),
        ];
    }

    // An app that became slow has too few responses.
    private static string Known(LoadResult result, BaselineEntry? approved)
    {
        if (approved is null)
        {
            return "";
        }

        var allocated = result.Memory.Allocation?.BytesPerRequest ?? result.Memory.AllocatedBytesPerRequest;
        var bytes = allocated is { } now && approved.Exact.AllocatedBytesPerRequest is { } before
            ? FormattableString.Invariant($"{now:N1} B allocated per request ({before:N1} approved), ")
            : "";
        return $"{bytes}{BaselineTiming.Of(result).Compare(approved.Timing)}. ";
    }

    private static string Enough(LoadResult result, long responses) => result.Latency.Count == 0 || responses == 0
        ? "Measure for longer with o.Duration, or set o.Requests."
        : $"A response takes {Readable.Ms(result.Latency.P50)}: measure for "
            + FormattableString.Invariant($"{Math.Ceiling(result.Duration.TotalSeconds * MinResponses / responses * Reserve):N0} s with o.Duration, ")
            + "or set o.Requests.";

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
