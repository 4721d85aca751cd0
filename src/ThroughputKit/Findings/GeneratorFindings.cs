using ThroughputKit.Engines;

namespace ThroughputKit.Findings;

/// <summary>Findings on a load generator that was the bottleneck, or that could not use its fastest engine.</summary>
internal static class GeneratorFindings
{
    private const double Busy = 0.95;

    /// <summary>The generator's threads were busy all the time: the throughput is theirs, not the app's.</summary>
    public static Finding? GeneratorBound(RunFacts run) => run.Result.Generator is not { BusyShare: >= Busy and var share } generator ? null : new Finding(
        FindingNames.GeneratorBound,
        FindingSeverity.Warning,
        generator.IsEstimate
            ? "The generator, not the app, was the bottleneck: "
                + FormattableString.Invariant($"it took {share:0%} of the processor time of all cores (estimated from that of the test's process).")
            : FormattableString.Invariant($"The generator, not the app, was the bottleneck: its own threads were busy for {share:0%} of the time."),
        "Load an endpoint that does more work, or use a machine with more cores.")
    { Explains = double.PositiveInfinity }; // whatever the size of the miss: no app could have shown more

    /// <summary>The fastest engine could not be used.</summary>
    public static Finding? SlowerEngine(RunFacts run) => run.Result.Generator is not { WhyNotFaster: { } reason, Engine: var used } ? null : new Finding(
        FindingNames.SlowerEngine,
        used == LoadEngine.Socket ? FindingSeverity.Warning : FindingSeverity.Hint,
        $"The slower {(used == LoadEngine.Socket ? "socket" : "epoll")} engine was used, because {reason}.",
        $"{Remedy(used, reason)}, or compare only with runs of the same engine.");

    private static string Remedy(LoadEngine used, string reason) => reason.StartsWith("OpenSSL", StringComparison.Ordinal) ? "Install OpenSSL 3"
        : used == LoadEngine.Socket ? "Allow epoll in this container or sandbox"
        : reason.StartsWith(EngineFactory.NoUring, StringComparison.Ordinal) ? $"Unset {EngineFactory.NoUring}"
        : "Allow io_uring in this container or sandbox";
}
