using ThroughputKit.Reporting;

namespace ThroughputKit.Findings;

/// <summary>Findings on a comparison whose sides aren't on equal terms. A message has the same words for both sides, so that it is reported once.</summary>
internal static class ComparisonFindings
{
    // The processor time that the threads of any app take until they sleep varies by half of this.
    private const double ToleratedShare = 0.25;

    // Threads that only spin until they sleep allocate nothing, and take less than ten times as long as is never a finding.
    private const double MinBytes = 1_000;
    private const double MuchLonger = 10;

    private const double MaxBounded = 0.5;

    // Of five processes of unchanged code, an endpoint beside the bare one had a ratio of 0.030 to 0.045.
    private const double MaxDistant = 0.2;

    private const double MinShareOfAlone = 0.9;

    // An interval needs as many placements. With fewer, most of them don't have the request.
    private const int MinOfRequest = 4;
    private const double MinShareOfRequest = 0.5;

    private static readonly TimeSpan _turn = TimeSpan.FromMilliseconds(10);

    /// <summary>Gets the processor time after a turn that is never a finding: a twentieth of what all cores have for one.</summary>
    public static TimeSpan ToleratedWork { get; } = _turn * Environment.ProcessorCount / 20;

    /// <summary>The two sides of a comparison run in different kinds of processes.</summary>
    public static Finding? SidesApart(RunFacts run) => run.Other is not { } other || other.Place == run.App.Place ? null : new Finding(
        FindingNames.SidesApart,
        FindingSeverity.Warning,
        $"While {run.Names.Reference} runs {Describe(other.Place)}, {run.Names.Candidate} runs {Describe(run.App.Place)}: that difference is measured too. "
            + "In the test's process, the app shares the garbage collector and threads with the generator, and other allocations there count as the app's.",
        "Load both sides the same way, for example with LoadTest.ForPublished.");

    /// <summary>
    /// One side of a comparison keeps working after its responses for longer than the other. The sides take turns, so some of that work is done in the other
    /// side's turns and slows it down.
    /// </summary>
    public static Finding? TrailingWork(RunFacts run)
    {
        const string Therefore = "is slower and allocates more than measured";
        if (run.TrailingWork is not var (reference, candidate))
        {
            return null;
        }

        var (first, second) = run.Names;
        var shareProcess = ReferenceEquals(run.App.Probe, run.Other?.Probe); // none in this one
        if (IsLonger(candidate, reference))
        {
            return TrailingWork(FindingNames.CandidateTrailingWork, second, candidate, first, reference, shareProcess, Therefore);
        }

        return !IsLonger(reference, candidate) ? null : TrailingWork(
            FindingNames.ReferenceTrailingWork, first, reference, second, candidate, shareProcess, $"{Therefore}, and {second} looks worse than it is");
    }

    /// <summary>One side of a comparison is so much slower that the ratio differs from one process to the next, though the code doesn't.</summary>
    public static Finding? DistantReference(double ratio) => ratio is >= MaxDistant and <= 1 / MaxDistant ? null : new Finding(
        FindingNames.DistantReference,
        FindingSeverity.Warning,
        FormattableString.Invariant($"The RPS ratio is {ratio:0.000}: ")
            + "the two sides do work of so different a size that the ratio of unchanged code may differ by half from one process or machine to the next.",
        "Compare with a reference that does similar work: another build of the app, or another of its endpoints. "
            + "For a gate on this ratio, set the limit to half of the lowest ratio seen. If both sides do the same work, the difference is real.");

    /// <summary>
    /// One side of a comparison serves fewer requests a second in its turns than alone, such as an app that was started anew between them and is still cold.
    /// </summary>
    public static Finding? SlowInTurns(RunFacts run) => run.RpsAlone is not { } alone || run.Result.Rps >= MinShareOfAlone * alone ? null : new Finding(
        FindingNames.SlowInTurns,
        FindingSeverity.Hint,
        FormattableString.Invariant($"In its turns, {run.Names.Candidate} served {run.Result.Rps:N0} RPS, and {alone:N0} alone before them. ")
            + "Each turn is short, and an app that is started anew between turns begins with cold caches and pools.",
        "For figures of an app that is loaded without pauses, compare runs of several seconds with LoadTest.Experiment().InRounds().");

    /// <summary>
    /// A request of a mix was in no slice, or in so few that chance decides what it adds: slices are short, and a small weight may have none in most of them.
    /// Where requests failed, nothing is compared.
    /// </summary>
    public static Finding? RareRequest(LoadResult side)
    {
        var requests = side.Failed > 0 ? [] : side.Settings?.Requests ?? [];
        var all = (double)requests.Sum(r => (long)r.Weight);
        var rare = side.Endpoints.Zip(requests).FirstOrDefault(
            r => r.Second.Weight > 0 && r.First.Sent < Math.Max(MinOfRequest, MinShareOfRequest * (r.Second.Weight / all) * side.Sent)).First;
        return rare is null ? null : new Finding(
            FindingNames.RareRequest,
            FindingSeverity.Warning,
            $"{rare.Name} was sent {Counted.Of(rare.Sent, "time")} in {Counted.Of(side.Sent, "request")}, so what it adds is not known.",
            "Allow more time with MeasureFor, give it a larger weight, or compare it in a test of its own.");
    }

    /// <summary>Two results that were measured at different times differ in more than their figures.</summary>
    public static Finding? OtherConditions(LoadResult reference, LoadResult candidate) =>
        ResultMerge.OtherConditions(reference, candidate) is not { Count: > 0 } differences ? null : new Finding(
            FindingNames.OtherConditions,
            FindingSeverity.Warning,
            $"The two results differ in more than their figures: {string.Join("; ", differences)}.",
            "Unless that is what you compare, measure both in one run: with ComparedWith of the test.");

    /// <summary>
    /// The sides of a comparison have different numbers of requests in flight. Of more, each waits for longer, and few may leave cores idle: their speeds
    /// differ though the apps don't.
    /// </summary>
    /// <param name="reference">The result of the reference.</param>
    /// <param name="candidate">The result of the candidate.</param>
    /// <param name="isGated">Whether a gate is on their speeds, which then is never judged.</param>
    public static Finding? UnequalLoads(LoadResult reference, LoadResult candidate, bool isGated) =>
        reference.InFlight == candidate.InFlight ? null : new Finding(
        FindingNames.OtherConditions,
        FindingSeverity.Warning,
        $"The sides have different numbers of requests in flight: {SizeText.Of(reference)}, for the reference; {SizeText.Of(candidate)}, for the candidate. "
            + "By that alone, their RPS and latencies differ.",
        "Does only one side set o.Connections or o.StreamsPerConnection? For gates on RPS or latency, set both so that the products are equal. "
            + "If that difference is what you compare, leave those gates out.")
        { IsSetUpMistake = isGated };

    /// <summary>The candidate does more for a request than the reference. That explains a difference in speed, and doesn't excuse it.</summary>
    /// <param name="differences">What it does more often; empty if there is nothing.</param>
    public static Finding? MoreWork(string differences) => differences.Length == 0 ? null : new Finding(
        FindingNames.MoreWork,
        FindingSeverity.Hint,
        $"For a request, the candidate does more than the reference: {differences}.",
        "This may be why it is slower, or allocates more. To gate it, set MaxExtraDatabaseCommandsPerRequest and the like.");

    /// <summary>The two sides of a comparison answer the same requests with successes of different kinds, so they may not do the same work.</summary>
    public static Finding? ResponsesDiffer(LoadResult reference, LoadResult candidate)
    {
        foreach (var (one, other) in reference.Endpoints.Zip(candidate.Endpoints))
        {
            if (one.Bodies is { } bodies && other.Bodies is { } others && bodies.DifferenceFrom(others) is var (before, after))
            {
                return new Finding(
                    FindingNames.ResponsesDiffer,
                    FindingSeverity.Warning,
                    FormattableString.Invariant($"The reference answers {one.Name} with {before.Body.Length:N0} B that begin with '{before.Body}', ")
                        + FormattableString.Invariant($"but the candidate with {after.Body.Length:N0} B that begin with '{after.Body}'."),
                    "Check whether one of them is an error: errors with a successful status count as successes. "
                        + "If both are right, say so on both sides: LoadRequest.Get(...).ExpectJson(...).");
            }
        }

        return null;
    }

    private static string Describe(AppPlace place) => place switch
    {
        AppPlace.TestProcess => "in the test's process",
        AppPlace.OwnProcess => "in its own process",
        _ => "in a process that the kit did not start",
    };

    private static bool IsLonger(TrailingWork one, TrailingWork other) =>
        one.Cpu - other.Cpu is var more && more > ToleratedWork + (ToleratedShare * other.Cpu)
        && (one.AllocatedBytes - other.AllocatedBytes >= MinBytes || more > MuchLonger * ToleratedWork);

    private static Finding TrailingWork(
        string name, string late, TrailingWork much, string other, TrailingWork little, bool shareProcess, string therefore) => new(
        name,
        FindingSeverity.Warning,
        FormattableString.Invariant($"After each turn of {_turn.TotalMilliseconds:0} ms, {late} takes {much.Cpu.TotalMilliseconds:0.0} ms ")
            + "of processor time for work that its responses didn't wait for; "
            + FormattableString.Invariant($"{other} takes {little.Cpu.TotalMilliseconds:0.0} ms. ")
            + $"Some of that work runs during the turns of {other}, so {late} {therefore}.",
        "Await the work that a request leaves to a queue or another thread, or compare runs of several seconds with LoadTest.Experiment().InRounds().")
        {
            Explains = Explained(much.Cpu - little.Cpu),

            // The bytes are missing from its own requests and, in one process, counted with the other side's.
            ExplainsBytes = much.AllocatedBytes * ((1 / much.Requests) + (shareProcess ? 1 / little.Requests : 0)),
        };

    // The other side does the work in its turns, and this side would do it in its own: a share of all cores for one turn. For a large share this is no
    // bound.
    private static double Explained(TimeSpan work)
    {
        var share = work / (_turn * Environment.ProcessorCount);
        return share < MaxBounded ? (1 + share) / (1 - share) : double.PositiveInfinity;
    }
}
