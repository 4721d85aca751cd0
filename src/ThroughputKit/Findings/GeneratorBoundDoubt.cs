using System.Globalization;
using ThroughputKit.Gates;

namespace ThroughputKit.Findings;

/// <summary>The generator's threads were busy all the time: the number is theirs, not the app's.</summary>
internal sealed class GeneratorBoundDoubt : IDoubt
{
    public const string Name = "GeneratorBound";

    private const double Busy = 0.95;

    public IReadOnlyList<string> Names => [Name];

    public Finding? Examine(RunFacts run) => run.Result.Generator.BusyShare is not >= Busy ? null : new Finding(
        Name,
        FindingSeverity.Warning,
        string.Create(CultureInfo.InvariantCulture, $"The generator's own threads were busy for {run.Result.Generator.BusyShare:0%} of the time: the throughput is theirs, not the app's."),
        "Load an endpoint that does more, or run the app on another machine's worth of cores.")
    { BlamesWrongly = FigureKind.Timing };
}
