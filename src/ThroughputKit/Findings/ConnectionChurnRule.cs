using System.Globalization;

namespace ThroughputKit.Findings;

/// <summary>
/// The server closed connections after responding on them, so others had to be opened. Opening and accepting a connection costs about as much as several
/// small requests: at one connection per twenty requests, that is a tenth of the work or more. Each planned connection may be opened twice, and a broken
/// one counts as its failure.
/// </summary>
internal sealed class ConnectionChurnRule : IFindingRule
{
    private const double Tolerated = 0.05;

    public Finding? Examine(RunFacts run)
    {
        var result = run.Result;
        var responses = result.Statuses.Values.Sum();
        var opened = result.ConnectionsOpened - Broken(result.Failures);
        return opened <= 2L * result.Connections || opened <= Tolerated * responses ? null : new Finding(
            FindingNames.ConnectionChurn,
            FindingSeverity.Warning,
            string.Create(CultureInfo.InvariantCulture, $"{opened:N0} connections were opened for {responses:N0} responses, where {result.Connections:N0} would have been enough: the figures measure connecting as much as responding."),
            "Does the app or a request header send Connection: close, or does a limit close connections? If real clients reconnect as often, the figures stand.");
    }

    private static long Broken(FailureFigures failures) =>
        failures.Write + failures.Read + failures.ClosedWhileReusing + failures.Timeouts + failures.Malformed;
}
