using System.Globalization;
using ThroughputKit.Gates;

namespace ThroughputKit.Findings;

/// <summary>A set rate was not kept.</summary>
internal sealed class LateSendsDoubt : IDoubt
{
    public const string Name = "LateSends";

    private const double Tolerated = 0.01;
    private const double Named = 0.1;

    public IReadOnlyList<string> Names => [Name];

    public Finding? Examine(RunFacts run)
    {
        if (run.Result.Pacing is not { Planned: > 0 } pacing || pacing.Late + pacing.Unsent <= Tolerated * pacing.Planned)
        {
            return null;
        }

        return new Finding(
            Name,
            FindingSeverity.Warning,
            string.Create(
                CultureInfo.InvariantCulture,
                $"The rate was not kept exactly: of {pacing.Planned:N0} planned requests {pacing.Late:N0} were sent more than 1 ms late and {pacing.Unsent:N0} not at all (lateness p99 {pacing.Lateness.P99.TotalMilliseconds:N2} ms)."),
            string.Join(" ", Mends(run.Result, pacing)))
        {
            BlamesWrongly = pacing.UnsentForGenerator > Tolerated * pacing.Planned ? FigureKind.Timing : null,
        };
    }

    // A cause of less than a tenth is chance, beside the other one.
    private static IEnumerable<string> Mends(LoadResult result, PacingFigures pacing)
    {
        var forConnection = pacing.LateForConnection + pacing.Unsent - pacing.UnsentForGenerator;
        var forGenerator = pacing.Late - pacing.LateForConnection + pacing.UnsentForGenerator;
        var least = Named * (forConnection + forGenerator);
        if (forConnection >= least)
        {
            var all = result.Connections == 1 ? "the only connection was" : string.Create(CultureInfo.InvariantCulture, $"all {result.Connections:N0} connections were");
            yield return string.Create(
                CultureInfo.InvariantCulture,
                $"{forConnection:N0} had to wait because {all} in use. Set more with o.Connections; if that doesn't help, the rate is more than the app can take.");
        }

        if (forGenerator >= least)
        {
            yield return string.Create(
                CultureInfo.InvariantCulture,
                $"{forGenerator:N0} were late though a connection was free: the generator had to wait for the processor{(result.Generator.Engine == LoadEngine.Socket ? " or for a timer" : "")}. Lower the rate, or leave it more of the processor: end what else runs on the machine.");
        }
    }
}
