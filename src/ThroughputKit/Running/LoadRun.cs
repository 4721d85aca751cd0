using ThroughputKit.Findings;
using ThroughputKit.Hosting;
using ThroughputKit.Hosting.Logging;
using ThroughputKit.Planning;

namespace ThroughputKit.Running;

/// <summary>Runs a plan from start to end.</summary>
/// <remarks>
/// 1. Start the app. 2. Find its address, and check that it may be loaded. 3. Prepare it. 4. Encode the requests. 5. Warm up. 6. Measure.
/// 7. Measure allocated and retained bytes, and count what the app does, separately, if that is judged. Then users end. 8. Stop everything that was
/// started, in any case. 9. Examine the result for findings.
/// </remarks>
internal static class LoadRun
{
    public static async Task<LoadResult> RunAsync(LoadPlan plan, RunContext run)
    {
        plan = plan.Resolved();

        // 1. Start.
        run.Progress.Report("Starting");
        var timer = new StepTimer();
        var console = ConsoleThrottle.For(plan.Target.IsInProcess);
        using var quiet = console?.Begin();
        await ThreadPoolHeadroom.EnsureAsync().ConfigureAwait(false);
        var app = await plan.Target.StartAsync(plan.Options.StartTimeout, run.Cancellation).ConfigureAwait(false);
        var start = timer.Lap();
        (LoadResult Result, Observations Observed, RunTimes Times) loaded;
        bool stoppedByItself;
        AppExit? exit;
        string? stopProblem;
        try
        {
            loaded = await LoadAsync(plan, app, app.Printed ?? console?.Printed, timer, run).ConfigureAwait(false);
            run.Progress.Report("Stopping");
        }
        catch (LoadTestException e) when (AppStart.EndBeforeLoad(app) is { } end)
        {
            throw e.With(end);
        }
        finally
        {
            // 8. Stop. An error here neither hides an earlier error nor loses the result.
            stoppedByItself = app.HasStopped;
            exit = app.TryGetExit(TimeSpan.Zero);
            stopProblem = await app.StopAsync(RunningApp.StopLimit(run.Cancellation)).ConfigureAwait(false);
        }

        // 9. Examine.
        var result = loaded.Result with
        {
            Times = loaded.Times with { Start = start, Stop = timer.Lap() },
            Findings = FindingRules.Examine(
                new RunFacts(app, loaded.Result, stoppedByItself, stopProblem, exit) { Plan = plan, Observed = loaded.Observed }),
        };
        Telemetry.Record(result);
        return result;
    }

    private static async Task<(LoadResult Result, Observations Observed, RunTimes Times)> LoadAsync(
        LoadPlan plan, RunningApp app, LinePatterns? printed, StepTimer timer, RunContext run)
    {
        // 2 to 4. Reach, prepare, encode.
        run.Progress.Report("Preparing");
        var load = await ReadyLoad.PrepareAsync(plan, app, run).ConfigureAwait(false);
        await using var closing = load.ConfigureAwait(false);
        using var overlap = new Overlap();
        var prepare = timer.Lap();

        // 5. Warm up.
        run.Progress.Report("Warming up");
        var warmUp = await load.WarmUpAsync(least: null, needsAnswer: false, run.Cancellation).ConfigureAwait(false);
        var warmedUp = timer.Lap();

        // 6. Measure.
        var window = await MeasuredPhase.RunWindowAsync(load, printed, warmUp.OnlyErrors, run).ConfigureAwait(false);
        var measured = timer.Lap();

        // 7. Measure allocated and retained bytes, unless a mistake (for example a Debug build) makes them useless.
        load.EndObservation();
        var observed = ResultBuilder.Observe(load, warmUp, window);
        var after = new AfterWindow();
        var (allocation, retention) = (TimeSpan.Zero, TimeSpan.Zero);
        TimeSpan? counting = null;
        var isJudged = plan.AllocationLimits.Count > 0 || plan.Counted.Count > 0 || plan.MaxRetainedBytesPerRequest is not null;
        var canMeasure = isJudged && AllocationStep.CanMeasure(load, window);
        var isMistaken = canMeasure && FindingRules.FindMistake(
            new RunFacts(app, Build(), StoppedByItself: false, StopProblem: null) { Observed = observed });
        foreach (var (request, limit) in plan.AllocationLimits)
        {
            if (IsMeasured(request))
            {
                run.Progress.Report("Measuring allocated bytes");
                await new AllocationStep(load, window, limit, warmUp.ToleratedCompilations, request: request)
                    .AddToAsync(after, warmUp.Figures.IsSteady, run.Cancellation).ConfigureAwait(false);
                allocation += timer.Lap();
            }
        }

        var isAllocating = after.Allocation.OfAll?.BytesPerRequest > plan.MaxAllocatedBytesPerRequest; // what it does more often may be why
        foreach (var request in (isAllocating ? plan.CountingWork() : plan).Counted)
        {
            if (IsMeasured(request))
            {
                run.Progress.Report("Counting");
                await new CountStep(load, window, request).AddToAsync(after, run.Cancellation).ConfigureAwait(false);
                counting = (counting ?? TimeSpan.Zero) + timer.Lap();
            }
        }

        if (plan.MaxRetainedBytesPerRequest is { } maxRetained && canMeasure && !after.IsOver)
        {
            if (isMistaken)
            {
                after.Retention = RetentionStep.OfMistake;
            }
            else
            {
                run.Progress.Report("Measuring retained bytes");
                await new RetentionStep(load, window, maxRetained).AddToAsync(after, run.Cancellation).ConfigureAwait(false);
                retention = timer.Lap();
            }
        }

        try
        {
            await load.EndUsersAsync().ConfigureAwait(false);
            after.WasCancelled |= run.Cancellation.IsCancellationRequested;
        }
        catch (LoadTestException e)
        {
            throw e.With(new Problem("The load had been measured by then, and is not judged", "users that end well", Build().ToString()));
        }

        var times = new RunTimes(TimeSpan.Zero, prepare, warmedUp, window.Length, measured - window.Length, TimeSpan.Zero)
        {
            Allocation = allocation,
            Retention = retention,
            Counting = counting,
        };
        return (Build(), observed, times);

        bool IsMeasured(int? request) =>
            canMeasure && !isMistaken && !after.IsOver && (request is not { } index || window.Recorded.Endpoint(index).Succeeded > 0);

        // What overlaps includes the separate windows.
        LoadResult Build() => ResultBuilder.Build(load, warmUp, window, overlap.OverlappedAnotherRun, after);
    }
}
