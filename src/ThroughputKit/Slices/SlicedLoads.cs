using ThroughputKit.Engines.Loops;
using ThroughputKit.Hosting;
using ThroughputKit.Hosting.Logging;
using ThroughputKit.Planning;
using ThroughputKit.Running;

namespace ThroughputKit.Slices;

/// <summary>Loads that are measured in short slices that take turns, while all apps run, and what is made of the slices.</summary>
/// <remarks>
/// 1. Start the apps, open connections, and warm up. 2. Measure slices in turn, in one placement after another. 3. Measure what slices can't show.
/// 4. Stop everything that was started, in any case.
/// </remarks>
/// <param name="what">What it is, such as "comparison".</param>
/// <param name="loads">The loads, as for <see cref="Sides"/>.</param>
/// <param name="measureFor">The maximum time for measuring slices, per pass.</param>
/// <param name="seed">The seed for the order of the slices, if it was chosen.</param>
internal abstract class SlicedLoads<TResult>(string what, IReadOnlyList<(string Name, LoadPlan Plan)> loads, TimeSpan measureFor, int? seed)
{
    /// <summary>Gets the number of placements until now.</summary>
    protected abstract int Placements { get; }

    /// <summary>Gets the ratio to report until now; <see langword="null"/> if there is none, or too little was measured.</summary>
    protected abstract RatioFigures? RpsRatioSoFar { get; }

    public async Task<TResult> RunAsync(RunContext run)
    {
        using var quiet = ConsoleThrottle.For(loads.Any(l => l.Plan.Target.IsInProcess))?.Begin();
        await ThreadPoolHeadroom.EnsureAsync().ConfigureAwait(false);
        var sides = new Sides(loads);
        run.Progress.Report("Starting");
        IReadOnlyList<LoadResult> results;
        IReadOnlyList<string> stopProblems;
        try
        {
            results = await MeasureAsync(sides, run).ConfigureAwait(false);
            run.Progress.Report("Stopping");
        }
        finally
        {
            // 4. Problems here neither hide an earlier error nor lose the measurement.
            stopProblems = await sides.StopAsync(RunningApp.StopLimit(run.Cancellation)).ConfigureAwait(false);
        }

        return Result(sides, results, stopProblems);
    }

    /// <summary>Measures as many placements as are needed.</summary>
    protected abstract Task MeasureAsync(IPlacements placements, CancellationToken cancellationToken);

    /// <summary>Measures what slices can't show, if that is needed.</summary>
    protected abstract Task MeasureMoreAsync(Sides sides, RunContext run);

    /// <summary>Returns what is made of the results until now, and of the problems while stopping the apps.</summary>
    protected abstract TResult Result(Sides sides, IReadOnlyList<LoadResult> results, IReadOnlyList<string> stopProblems);

    private async Task<IReadOnlyList<LoadResult>> MeasureAsync(Sides sides, RunContext run)
    {
        using var overlap = new Overlap();
        using var crew = new LoopCrew();
        run = run with { Crew = crew };
        try
        {
            // 1 and 2.
            var random = seed is { } chosen ? new Random(chosen) : new Random();
            await MeasureAsync(new Placements(sides, run, measureFor, random, () => RpsRatioSoFar), run.Cancellation).ConfigureAwait(false);

            // 3.
            await MeasureMoreAsync(sides, run).ConfigureAwait(false);
            return sides.Results(overlap.OverlappedAnotherRun);
        }
        catch (LoadTestException e) when (Placements > 0)
        {
            // What was measured until then must not be lost with the error.
            throw e.With(new Problem(
                $"The {what} could not continue after {Counted.Of(Placements, "placement")}: connections to all apps are opened anew for each",
                "apps that accept new connections, and that can be restarted if the kit starts them",
                $"Results so far:{Environment.NewLine}{Result(sides, sides.Results(overlap.OverlappedAnotherRun), [])}"));
        }
    }
}
