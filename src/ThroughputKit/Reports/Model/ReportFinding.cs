namespace ThroughputKit.Reports;

/// <summary>A finding in a report.</summary>
/// <param name="Severity">The severity.</param>
/// <param name="Of">The side or variant that alone has it; empty if it is of all.</param>
/// <param name="Name">Its fixed name.</param>
/// <param name="Text">The observation.</param>
/// <param name="Remedy">The remedy.</param>
internal sealed record ReportFinding(FindingSeverity Severity, string Of, string Name, string Text, string Remedy)
{
    public static ReportFinding Create(Finding finding, string of = "") => new(finding.Severity, of, finding.Name, finding.Message, finding.Remedy);
}
