using System.Globalization;
using static System.FormattableString;

namespace ThroughputKit.Reporting;

/// <summary>Formats a result as a few lines of text.</summary>
internal static class Summary
{
    private const int MaxExamples = 10;

    public static string Write(LoadResult result) => string.Join(Environment.NewLine, Lines(result));

    private static IEnumerable<string> Lines(LoadResult result)
    {
        yield return Invariant($"{result.Name}: {SizeText.Of(result)}, {result.Duration.TotalSeconds:0.###} s");
        foreach (var line in Figures(result).Select(f => $"  {f.Name,-12}{f.Text}").Concat(EndpointList.Lines(result.Endpoints).Select(e => $"  {e}"))
            .Concat(Failures(result)).Concat(result.Findings.Select(f => $"  {f}")).Concat(result.Gates.Select(g => $"  {g.Verdict,-11} {g}")))
        {
            yield return line;
        }
    }

    /// <summary>Returns the figures of a result that are known, each with its name.</summary>
    public static IEnumerable<(string Name, string Text)> Figures(LoadResult result)
    {
        yield return ("RPS", Invariant($"{Readable.Rate(result.Rps)} ({result.Sent:N0} sent, {result.Succeeded:N0} succeeded, ")
            + Invariant($"{result.Failed:N0} failed, {result.InFlightAtEnd:N0} in flight at end)"));
        if (result.Runs is [var slowest, .., var fastest] runs)
        {
            yield return ("Runs", Invariant($"{runs.Count:N0} merged, with {Readable.Rate(slowest.Rps)} to {Readable.Rate(fastest.Rps)} RPS"));
        }

        if (result.Latency.Count > 0)
        {
            yield return ("Latency", result.Latency.ToString());
        }

        if (result.Iterations is { } begun)
        {
            var perSecond = Readable.Rate(result.IterationsPerSecond ?? 0);
            var each = result.Scenarios is { } all ? $" ({string.Join(", ", all.Select(s => Invariant($"{s.Name} {s.Iterations:N0}")))})" : "";
            yield return ("Iterations", Invariant($"{begun:N0} begun{each}, {result.IterationsEnded:N0} ended, {perSecond} a second"));
        }

        if (result.Pacing is { } pacing)
        {
            var unit = result.Kind.HasPasses ? $"{result.Kind.Planned(pacing.Planned)} " : "";
            yield return ("Rate", Invariant($"{pacing.Planned:N0} {unit}planned, {pacing.Unsent:N0} never {result.Kind.Begun}, ")
                + Invariant($"{pacing.Late:N0} {result.Kind.Begun} more than 1 ms late, lateness {pacing.Lateness}"));
        }

        if (result.Pauses is { } pauses)
        {
            yield return ("Pauses", Invariant($"{pauses.Count:N0} ended, {pauses.Late:N0} more than 1 ms late, lateness {pauses.Lateness}"));
        }

        if (result.Handshakes is { } handshakes)
        {
            yield return ("Handshakes", Invariant($"{handshakes.Count:N0} of TLS, {result.ConnectionsOpened:N0} in the window, {handshakes}"));
        }

        if (Memory(result) is { } memory)
        {
            yield return ("Memory", memory);
        }

        if (AllocationText.Line(result) is { Length: > 0 } allocation)
        {
            yield return ("Allocated", allocation);
        }

        if (RetentionText.Line(result) is { Length: > 0 } retention)
        {
            yield return ("Retained", retention);
        }

        if (result.Counts is { } counts)
        {
            yield return ("Counted", CountText.Line(counts));
        }

        if (result.Cpu.TimePerRequest is { } cpu)
        {
            yield return ("Processor", Invariant($"{cpu.TotalMicroseconds:#,0.0} us per request, {result.Cpu.BusyCores:0.00} cores busy ({WhoseCpu(result)})"));
        }

        if (result.Startup.FirstResponse is { } first)
        {
            yield return ("Start-up", $"{(result.Startup.HostStart is { } host ? $"host {Readable.Ms(host)}, " : "")}first response {Readable.Ms(first)}");
        }
    }

    private static string? Memory(LoadResult result)
    {
        var memory = result.Memory;
        var heap = memory.ManagedHeapDelta?.ToString("+#,0;-#,0;0", CultureInfo.InvariantCulture) ?? "?";
        var collections = Invariant($"{memory.Gen0Collections}/{memory.Gen1Collections}/{memory.Gen2Collections}");
        return memory.AllocatedBytesPerRequest is { } allocated
            ? Invariant($"{allocated:N1} B allocated per request in the whole window, ")
                + Invariant($"heap {heap} B, working set {memory.WorkingSetDelta:+#,0;-#,0;0} B, collections {collections} (gen 0/1/2)")
            : memory.WhyNotAvailable is { } reason ? $"not available: {reason}"
            : result.Generator.AllocatedBytesPerRequest is { } generator
                ? Invariant($"not available for an app {WhyNoMemory(result)}; the generator allocated {generator:N1} B per request")
                : null;
    }

    private static string WhyNoMemory(LoadResult result) => result.HasAppExited ? "whose process has ended"
        : result.UnansweredCommand is { } command ? $"whose process did not answer {command}"
        : "that is known only by its address";

    private static string WhoseCpu(LoadResult result)
    {
        var areTogether = result.Memory.IsAvailable || result.Memory.WhyNotAvailable is not null;
        var whose = result.IsAppAlone ? "the app only" : areTogether ? "app and generator together" : "the generator only";
        return result.Generator.CpuTimePerRequest is { } own && result.Memory.IsAvailable
            ? Invariant($"{whose}; the generator {(result.Generator.IsEstimate ? "an estimated " : "")}{own.TotalMicroseconds:#,0.0} us")
            : whose;
    }

    private static IEnumerable<string> Failures(LoadResult result)
    {
        if (result.Failed == 0)
        {
            return [];
        }

        FailureExample[] examples = [.. result.Failures.Examples.DistinctBy(e => (e.Kind, e.Request, e.Detail))];
        return
        [
            $"  Failures    {FailureText.Counts(result.Failures)}",
            .. examples.Take(MaxExamples).Select(e => $"    {FailureText.WithFirstLine(e)}"),
            .. examples.Length > MaxExamples ? [Invariant($"    {examples.Length - MaxExamples:N0} more examples are left out here.")] : Array.Empty<string>(),
        ];
    }
}
