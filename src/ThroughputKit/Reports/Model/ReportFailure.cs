namespace ThroughputKit.Reports;

/// <summary>A failed request in a report.</summary>
/// <param name="Of">The side or step that it is of; empty if there is one.</param>
/// <param name="Text">What failed, and how.</param>
/// <param name="Sent">What was sent; empty if it is the same every time.</param>
/// <param name="Response">The beginning of the response; empty if there was none.</param>
internal sealed record ReportFailure(string Of, string Text, string Sent, string Response)
{
    /// <summary>Returns the examples of a result, one of each kind, request and detail.</summary>
    public static IEnumerable<ReportFailure> All(LoadResult result, string of = "") => result.Failures.Examples
        .DistinctBy(e => (e.Kind, e.Request, e.Detail))
        .Select(e => Create(e, of));

    public static ReportFailure Create(FailureExample example, string of) => new(
        of, (example with { Sent = null }).ToString(), example.Sent ?? "", example.Response ?? "");
}
