using System.Diagnostics;
using ThroughputKit.Engines.Epoll;
using ThroughputKit.Findings;
using ThroughputKit.Running;
using ThroughputKit.Slices;

namespace ThroughputKit.Comparison;

/// <summary>Runs a comparison.</summary>
/// <remarks>
/// 1. Start the apps, open connections, and warm up both sides. 2. Measure slices in turn, in one placement after another. 3. Measure
/// quantities beyond their limits once more. 4. Count what the apps do for a request, if a gate limits that, or another has failed. 5. Stop everything that was
/// started, in any case.
/// </remarks>
internal static class ComparisonRun
{
    public static async Task<LoadComparisonResult> RunAsync(ComparisonPlan plan, RunContext run)
    {
        var begun = Stopwatch.GetTimestamp();
        var (result, stopProblems) = await Sides.RunAsync(
            [("The reference", plan.Reference), ("The candidate", plan.Candidate)],
            sides => CompareAsync(plan, sides, run),
            run).ConfigureAwait(false);
        return result with
        {
            Elapsed = Stopwatch.GetElapsedTime(begun),
            Findings = [.. result.Findings, .. stopProblems.Select(p => AppFindings.StopFailed(p, mayRunHere: plan.Candidate.Target.IsInProcess))],
        };
    }

    private static async Task<LoadComparisonResult> CompareAsync(ComparisonPlan plan, Sides sides, RunContext run)
    {
        using var overlap = new Overlap();
        using var crew = new EpollCrew();
        var passes = new ComparisonPasses(plan.Gates);
        var placements = new Placements(sides, run with { Crew = crew }, plan.MeasureFor, plan.Seed is { } seed ? new Random(seed) : new Random())
        {
            RpsRatio = () => passes.RpsRatioSoFar,
        };
        try
        {
            // 1 to 3.
            await passes.MeasureAsync(placements, run.Cancellation).ConfigureAwait(false);
            var results = sides.Results(overlap.OverlappedAnotherRun);

            // 4.
            var isFailing = passes.First.Tests.Any(t => t.Verdict == GateVerdict.Failed);
            var counts = !passes.HaveFailed && passes.First.Placements.Count > 0 && (isFailing || WorkDifference.Set(plan.Gates).Any());
            return Result(counts ? await CountedAsync(sides, results, run).ConfigureAwait(false) : results);
        }
        catch (LoadTestException e) when (passes.First.Placements.Count > 0)
        {
            var until = Result(sides.Results(overlap.OverlappedAnotherRun));
            throw e.With(BrokenOff.Of("comparison", until.Placements, until));
        }

        LoadComparisonResult Result(IReadOnlyList<LoadResult> results)
        {
            var built = ComparisonResultBuilder.Build(passes.First, passes.Again, results[0], results[1], plan.Gates, plan.HasSameRequests);
            return built with
            {
                Findings = [.. built.Findings.Select(f => f.Name == FindingNames.ResponsesDiffer ? f with { Message = sides.Hide(f.Message) } : f)],
            };
        }
    }

    // Gates that are decided stay so if the apps can't be loaded once more. Those on counts are then inconclusive.
    private static async Task<IReadOnlyList<LoadResult>> CountedAsync(Sides sides, IReadOnlyList<LoadResult> results, RunContext run)
    {
        try
        {
            return await sides.AddToAsync(
                results, "Counting the work of", (side, result) => side.AddCountsAsync(result, run.Cancellation), run).ConfigureAwait(false);
        }
        catch (LoadTestException)
        {
            return results;
        }
    }
}
