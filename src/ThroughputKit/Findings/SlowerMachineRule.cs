using System.Globalization;

namespace ThroughputKit.Findings;

/// <summary>
/// The generator took more processor time per request in one of several attempts, and the throughput was lower there. The machine was then probably slower,
/// and not only the app. This is a hint and not a correction, because that time also depends on how responses arrive: see docs/trust.md.
/// </summary>
internal sealed class SlowerMachineRule : IFindingRule
{
    // Consecutive runs stayed within 7% of one another if the processor kept its speed, and differed by a quarter if it didn't.
    private const double Tolerated = 0.15;

    public Finding? Examine(RunFacts run) => Of([.. run.Result.Attempts]);

    /// <param name="attempts">The attempts of one test, in order.</param>
    public static Finding? Of(IReadOnlyList<LoadResult> attempts)
    {
        (int Number, double Microseconds, double Rps)[] known =
        [
            .. attempts.Select((a, i) => (i + 1, a.Generator.TimePerRequest?.TotalMicroseconds ?? 0, a.RequestsPerSecond)).Where(a => a.Item2 > 0),
        ];
        if (known.Length < 2)
        {
            return null;
        }

        var (fast, slow) = (known.MinBy(a => a.Microseconds), known.MaxBy(a => a.Microseconds));
        var more = (slow.Microseconds / fast.Microseconds) - 1;
        return more < Tolerated || slow.Rps >= fast.Rps ? null : new Finding(
            FindingNames.SlowerMachine,
            FindingSeverity.Hint,
            string.Create(CultureInfo.InvariantCulture, $"The machine was probably slower in attempt {slow.Number}: the generator itself took {slow.Microseconds:0.0} us per request there, {more:0%} more than in attempt {fast.Number}."),
            "Stop other work on the machine. A gate relative to a reference doesn't depend on its speed.");
    }
}
