using ThroughputKit.Gates;
using ThroughputKit.Reports;

namespace ThroughputKit.Trends;

/// <summary>What a trend keeps of a result of one test: nothing that grows with the length of the run.</summary>
/// <param name="Test">The name of the test.</param>
/// <param name="Time">When it was measured.</param>
/// <param name="Commit">The commit that was measured; <see langword="null"/> if unknown.</param>
internal sealed record TrendRun(string Test, DateTimeOffset Time, string? Commit)
{
    /// <summary>Gets the commit as it is shown: shorter, if no other begins like it.</summary>
    public string? ShownCommit { get; init; } = Commit;

    /// <summary>Gets the machine; <see langword="null"/> if unknown.</summary>
    public string? Machine { get; init; }

    /// <summary>Gets what else the figures depend on: system, runtime and collector.</summary>
    public string Traits { get; init; } = "";

    /// <summary>Gets the verdict; <see langword="null"/> if no gates were set.</summary>
    public GateVerdict? Verdict { get; init; }

    /// <summary>Gets the known figures.</summary>
    public IReadOnlyDictionary<TrendFigure, double> Values { get; init; } = new Dictionary<TrendFigure, double>();

    /// <summary>Returns what a result says: a run, or one for each variant of an experiment.</summary>
    /// <param name="result">A result of any kind.</param>
    /// <param name="file">What the name of its file says.</param>
    public static IEnumerable<TrendRun> Of(object result, HistoryFile file)
    {
        switch (result)
        {
            case LoadResult run:
                return [Of(run, run.Findings, file, []) with { Verdict = run.Verdict }];
            case LoadComparisonResult comparison:
                var ratio = comparison.RpsRatio is { HasInterval: true } known ? known.Value : (double?)null;
                return [Of(comparison.Candidate, comparison.Findings, file, [(TrendFigure.Ratio, ratio)]) with { Verdict = comparison.Verdict }];
            case MaxRateResult search:
                return
                [
                    new TrendRun(file.Name ?? search.Unpaced.Name, file.Time, file.Commit)
                    {
                        Machine = MachineOf(search.Unpaced.Environment),
                        Traits = TraitsOf(search.Unpaced.Environment),
                        Values = Known([(TrendFigure.HighestRate, search.Rate > 0 && IsSetUpWell(search.Findings) ? search.Rate : null)]),
                    },
                ];
            case LoadExperimentResult experiment:
                // It doesn't say on which machine it was measured, so only what no machine changes counts.
                return experiment.Variants.Select(v => new TrendRun(file.Name is null ? v.Name : $"{file.Name}: {v.Name}", file.Time, file.Commit)
                {
                    Values = !IsSetUpWell(experiment[experiment.Reference].Findings.Concat(v.Findings)) ? new Dictionary<TrendFigure, double>() : Known(
                    [
                        (TrendFigure.Ratio, v.Name != experiment.Reference && ExperimentReport.IsClear(v, experiment) ? v.Ratio!.Value : null),
                        (TrendFigure.Bytes, v.Failed > 0 ? null : v.AllocatedBytesPerRequest),
                    ]),
                });
            default:
                return [];
        }
    }

    /// <summary>Returns what distinguishes a machine from others, and stays when its system is updated.</summary>
    internal static string MachineOf(EnvironmentFigures environment)
    {
        var system = new string([.. environment.OperatingSystem.TakeWhile(c => !char.IsDigit(c))]).Trim();
        return string.Join(", ", new[] { environment.Cpu, Counted.Of(environment.Cores, "core"), system }.Where(p => p.Length > 0));
    }

    private static string TraitsOf(EnvironmentFigures environment) =>
        $"{environment.OperatingSystem}, {environment.Runtime}, {(environment.IsServerGc ? "server" : "workstation")} GC";

    private static TrendRun Of(LoadResult result, IEnumerable<Finding> findings, HistoryFile file, IEnumerable<(TrendFigure, double?)> more)
    {
        // A run that was cut short, had failures, or was set up wrongly, has no figures that others could be compared with.
        var isWhole = result is { WasCancelled: false, Failed: 0, Latency.Count: > 0 } && IsSetUpWell(findings);
        var hasP99 = result.Latency.Count >= LatencyFigures.MinForP99 && !result.Latency.IsLowerBound(99);
        return new TrendRun(file.Name ?? result.Name, file.Time, file.Commit)
        {
            Machine = MachineOf(result.Environment),
            Traits = TraitsOf(result.Environment),
            Values = !isWhole ? new Dictionary<TrendFigure, double>() : Known(
            [
                (TrendFigure.Rps, result.Rps),
                (TrendFigure.P50, result.Latency.P50.TotalMilliseconds),
                (TrendFigure.P99, hasP99 ? result.Latency.P99.TotalMilliseconds : null),
                (TrendFigure.Bytes, result.Memory.Allocation?.BytesPerRequest), // those of the window have the process's own, too, shared by its requests
                .. TrendFigure.Counts.Select(c => (c.Value, result.Counts is { } counts ? c.Key.Count(counts) : null)),
                .. more,
            ]),
        };
    }

    // As for gates, which would not be judged.
    private static bool IsSetUpWell(IEnumerable<Finding> findings) => !Doubts.Mistakes(findings).Any();

    private static Dictionary<TrendFigure, double> Known(IEnumerable<(TrendFigure Figure, double? Value)> values) =>
        values.Where(v => v.Value is not null).ToDictionary(v => v.Figure, v => v.Value!.Value);
}
