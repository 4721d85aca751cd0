using System.Diagnostics;
using ThroughputKit.Engines.Epoll;
using ThroughputKit.Findings;
using ThroughputKit.Running;
using ThroughputKit.Slices;

namespace ThroughputKit.Comparison;

/// <summary>Runs a comparison.</summary>
/// <remarks>
/// 1. Start the apps, open connections, and warm up both sides. 2. Measure slices in turn, in one placement after another. 3. Measure
/// quantities beyond their limits once more. 4. Stop everything that was started, in any case.
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
        }
        catch (LoadTestException e) when (passes.First.Placements.Count > 0)
        {
            var until = Result();
            throw e.With(BrokenOff.Of("comparison", until.Placements, until));
        }

        return Result();

        LoadComparisonResult Result()
        {
            var results = sides.Results(overlap.OverlappedAnotherRun);
            var built = ComparisonResultBuilder.Build(passes.First, passes.Again, results[0], results[1], plan.HasSameRequests);
            return built with
            {
                Findings = [.. built.Findings.Select(f => f.Name == FindingNames.ResponsesDiffer ? f with { Message = sides.Hide(f.Message) } : f)],
            };
        }
    }
}
