using System.Globalization;
using ThroughputKit.Gates;

namespace ThroughputKit.Findings;

/// <summary>The generator's threads were busy all the time: the throughput is theirs, not the app's.</summary>
internal sealed class GeneratorBoundRule : IFindingRule
{
    private const double Busy = 0.95;

    public Finding? Examine(RunFacts run) => run.Result.Generator is not { BusyShare: >= Busy and var share } generator ? null : new Finding(
        FindingNames.GeneratorBound,
        FindingSeverity.Warning,
        generator.IsEstimate
            ? Invariant($"The generator took {share:0%} of the processor time of all cores (an estimate, from that of the test's process): the throughput is the generator's, not the app's.")
            : Invariant($"The generator's own threads were busy for {share:0%} of the time: the throughput is theirs, not the app's."),
        "Load an endpoint that does more work, or use a machine with more cores.")
    { ExcusesFailureOf = FigureKind.Timing };

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
