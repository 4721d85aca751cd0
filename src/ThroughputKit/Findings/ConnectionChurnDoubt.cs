using System.Globalization;

namespace ThroughputKit.Findings;

/// <summary>
/// The server closed connections that it had answered on, so others had to be opened. Opening and accepting one costs about as much as
/// several small requests: at one for each twenty requests it is a tenth of the work or more. Each connection that was asked for may be opened
/// twice, and one that broke counts as its failure.
/// </summary>
internal sealed class ConnectionChurnDoubt : IDoubt
{
    public const string Name = "ConnectionChurn";

    private const double Tolerated = 0.05;

    public IReadOnlyList<string> Names => [Name];

    public Finding? Examine(RunFacts run)
    {
        var result = run.Result;
        var responses = result.Statuses.Values.Sum();
        var opened = result.ConnectionsOpened - Broken(result.Failures);
        return opened <= 2L * result.Connections || opened <= Tolerated * responses ? null : new Finding(
            Name,
            FindingSeverity.Warning,
            string.Create(CultureInfo.InvariantCulture, $"{opened:N0} connections were opened for {responses:N0} responses, where {result.Connections:N0} would have done: the figures are about connecting as much as about answering."),
            "Does the app, or a header of the request, say Connection: close, or does a limit end connections? If its clients connect as often, the figures stand.");
    }

    private static long Broken(FailureFigures failures) =>
        failures.Write + failures.Read + failures.ClosedWhileReusing + failures.Timeouts + failures.Malformed;
}
