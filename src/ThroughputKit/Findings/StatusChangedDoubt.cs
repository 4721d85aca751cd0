using System.Globalization;

namespace ThroughputKit.Findings;

/// <summary>
/// The app answered otherwise than at first, so that the figures are of several kinds of work. Says nothing of several requests in turn, whose
/// answers differ as they should, of less than a hundredth of the responses, and of a first response that alone failed.
/// </summary>
internal sealed class StatusChangedDoubt : IDoubt
{
    public const string Name = "StatusChanged";

    private const double Tolerated = 0.01;
    private const int FirstOfServer = 500; // ServerError tells of those

    public IReadOnlyList<string> Names => [Name];

    public Finding? Examine(RunFacts run)
    {
        var result = run.Result;
        var all = result.Statuses.Values.Sum();
        KeyValuePair<int, long>[] others = [.. result.Statuses.Where(s => s.Key != result.FirstStatus).OrderByDescending(s => s.Value).ThenBy(s => s.Key)];
        var isRecovered = result.Statuses.Count == 1 && result.Failures.UnexpectedStatus == 0;
        return result.FirstStatus == 0 || result.Endpoints.Count > 1 || others.Sum(s => s.Value) < Math.Max(1, Tolerated * all) || isRecovered || others.All(s => s.Key >= FirstOfServer) ? null : new Finding(
            Name,
            FindingSeverity.Warning,
            string.Create(CultureInfo.InvariantCulture, $"The first response was {result.FirstStatus}, but of {all:N0} in the window {string.Join(", ", others.Select(Describe))}{Since(result)}."),
            "Every request is the same, byte for byte. Does the app refuse what it has seen before, limit the rate, or run out of what the request asks for? Send what can be repeated.");
    }

    private static string Describe(KeyValuePair<int, long> status) => string.Create(CultureInfo.InvariantCulture, $"{status.Value:N0} {(status.Value == 1 ? "was" : "were")} {status.Key}");

    private static string Since(LoadResult result) => result.Failures.Examples.FirstOrDefault(e => e.Kind == FailureKind.UnexpectedStatus) is { } first
        ? string.Create(CultureInfo.InvariantCulture, $", and the first failed at {first.At.TotalSeconds:0.000} s")
        : "";
}
