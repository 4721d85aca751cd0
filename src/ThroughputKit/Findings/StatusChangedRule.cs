using System.Globalization;

namespace ThroughputKit.Findings;

/// <summary>
/// The app's responses differed from the first, so the figures mix several kinds of work. Not reported for several requests in turn, whose responses differ
/// by design, for less than a hundredth of the responses, or if only the first response failed.
/// </summary>
internal sealed class StatusChangedRule : IFindingRule
{
    private const double Tolerated = 0.01;
    private const int FirstOfServer = 500; // ServerError reports those

    public Finding? Examine(RunFacts run)
    {
        var result = run.Result;
        var all = result.Statuses.Values.Sum();
        KeyValuePair<int, long>[] others = [.. result.Statuses.Where(s => s.Key != result.FirstStatus).OrderByDescending(s => s.Value).ThenBy(s => s.Key)];
        var isRecovered = result.Statuses.Count == 1 && result.Failures.UnexpectedStatus == 0;
        return result.FirstStatus == 0 || result.Endpoints.Count > 1 || others.Sum(s => s.Value) < Math.Max(1, Tolerated * all) || isRecovered || others.All(s => s.Key >= FirstOfServer) ? null : new Finding(
            FindingNames.StatusChanged,
            FindingSeverity.Warning,
            string.Create(CultureInfo.InvariantCulture, $"The first response was {result.FirstStatus}, but of {all:N0} in the window {string.Join(", ", others.Select(Describe))}{Since(result)}."),
            "Every request is identical. Does the app reject repeats, limit the rate, or run out of what is requested? Send a request that can be repeated.");
    }

    private static string Describe(KeyValuePair<int, long> status) => string.Create(CultureInfo.InvariantCulture, $"{status.Value:N0} {(status.Value == 1 ? "was" : "were")} {status.Key}");

    private static string Since(LoadResult result) => result.Failures.Examples.FirstOrDefault(e => e.Kind == FailureKind.UnexpectedStatus) is { } first
        ? string.Create(CultureInfo.InvariantCulture, $", and the first failed at {first.At.TotalSeconds:0.000} s")
        : "";
}
