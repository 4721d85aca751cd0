using System.Diagnostics;
using ThroughputKit.Engines.Epoll;
using ThroughputKit.Findings;
using ThroughputKit.Hosting;
using ThroughputKit.Hosting.Logging;
using ThroughputKit.Reporting;
using ThroughputKit.Running;

namespace ThroughputKit.Comparison;

/// <summary>Runs a comparison.</summary>
/// <remarks>
/// 1. Start the apps, open connections, and warm up both sides. 2. Measure slices in turn, in one placement after another. 3. Measure
/// quantities beyond their limits once more. 4. Stop everything that was started, in any case.
/// </remarks>
internal static class ComparisonRun
{
    public static async Task<LoadComparisonResult> RunAsync(ComparisonPlan plan, CancellationToken cancellationToken)
    {
        var begun = Stopwatch.GetTimestamp();
        using var quiet = plan.Reference.Target.IsInProcess || plan.Candidate.Target.IsInProcess ? ConsoleThrottle.Install().Begin() : null;
        await ThreadPoolHeadroom.EnsureAsync().ConfigureAwait(false);
        var sides = new Sides(plan);
        LoadComparisonResult result;
        IReadOnlyList<string> stopProblems;
        try
        {
            result = await CompareAsync(plan, sides, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            // 4. Stop. A problem while stopping neither hides an earlier error nor loses the result.
            stopProblems = await sides.StopAsync(RunningApp.StopLimit(cancellationToken)).ConfigureAwait(false);
        }

        return result with
        {
            Elapsed = Stopwatch.GetElapsedTime(begun),
            HasChosenConnections = sides.HasChosenConnections,
            Findings = [.. result.Findings, .. stopProblems.Select(p => AppFindings.StopFailed(p, mayRunHere: plan.Candidate.Target.IsInProcess))],
        };
    }

    private static async Task<LoadComparisonResult> CompareAsync(ComparisonPlan plan, Sides sides, CancellationToken cancellationToken)
    {
        using var overlap = new Overlap();
        using var crew = new EpollCrew();
        var placements = new Placements(sides, crew, plan.MaxDuration, plan.Seed is { } seed ? new Random(seed) : new Random());

        var passes = new ComparisonPasses(plan.Gates);
        try
        {
            // 1 to 3.
            await passes.MeasureAsync(placements, cancellationToken).ConfigureAwait(false);
        }
        catch (LoadTestException e) when (passes.First.Placements.Count > 0)
        {
            throw e.With(CutShort(Result()));
        }

        return Result();

        LoadComparisonResult Result()
        {
            var (reference, candidate) = sides.Results(overlap.OverlappedAnotherRun);
            return ComparisonResultBuilder.Build(passes.First, passes.Again, reference, candidate);
        }
    }

    // The measurements so far must not be lost with the error.
    private static Problem CutShort(LoadComparisonResult until) => new(
        $"The comparison could not continue after {Counted.Of(until.Placements, "placement")}: connections to both apps are opened anew for each",
        "apps that accept new connections, and that can be restarted if the kit starts them",
        $"Results so far:{Environment.NewLine}{until}");
}
