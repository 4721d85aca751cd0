using ThroughputKit.Findings;
using ThroughputKit.Hosting;
using ThroughputKit.Planning;

namespace ThroughputKit.Running;

/// <summary>Carries out a plan from start to end.</summary>
/// <remarks>
/// 1. Start the app. 2. Find where it can be reached, and whether it may be loaded. 3. Prepare it. 4. Encode the
/// requests. 5. Warm up. 6. Measure. 7. Measure allocated bytes by themselves, if they are to be judged. 8. Ask an app that
/// failed every request why. 9. Stop what was started, in any case. 10. Examine the result for doubts.
/// </remarks>
internal static class LoadRun
{
    public static async Task<LoadResult> RunAsync(LoadPlan plan, CancellationToken cancellationToken)
    {
        // 1. Start.
        var laps = new Laps();
        using var rescue = PoolRescue.Begin();
        await PoolRoom.EnsureAsync().ConfigureAwait(false);
        var app = await plan.Target.StartAsync(plan.Options.StartTimeout, cancellationToken).ConfigureAwait(false);
        var start = laps.Next();
        LoadResult? result = null;
        bool stoppedByItself;
        AppExit? death;
        string? stopProblem;
        try
        {
            result = await LoadAsync(plan, app, laps, cancellationToken).ConfigureAwait(false);
        }
        catch (LoadTestException e) when (app.Death(RunningApp.DeathLimit) is { } early)
        {
            throw e.With(StartProblems.ExitedBeforeLoad(early));
        }
        finally
        {
            // 9. Stop. What goes wrong with it neither hides an earlier error nor loses the result.
            stoppedByItself = app.HasStopped;
            death = app.Death(TimeSpan.Zero);
            stopProblem = await app.StopAsync(RunningApp.StopLimit(cancellationToken)).ConfigureAwait(false);
        }

        result = result with { Times = result.Times! with { Start = start, Stop = laps.Next() } };

        // 10. Doubt.
        return result with { Findings = Doubts.Examine(new RunFacts(app, result, stoppedByItself, stopProblem, death)) };
    }

    private static async Task<LoadResult> LoadAsync(LoadPlan plan, RunningApp app, Laps laps, CancellationToken cancellationToken)
    {
        // 2 to 4. Reach, prepare, encode.
        var load = await ReadyLoad.PrepareAsync(plan, app, crew: null, cancellationToken).ConfigureAwait(false);
        await using var closing = load.ConfigureAwait(false);
        using var overlap = new Overlap();
        var prepare = laps.Next();

        // 5. Warm up.
        var warmUp = await load.WarmUpAsync(least: null, needsAnswer: false, cancellationToken).ConfigureAwait(false);
        var warmedUp = laps.Next();

        // 6. Measure.
        var window = await new WindowStep(load).RunAsync(cancellationToken).ConfigureAwait(false);
        var measured = laps.Next();

        // 7. Measure allocated bytes.
        var allocation = await AllocationStep.RunAsync(load, window, plan.MaxAllocatedBytesPerRequest, cancellationToken).ConfigureAwait(false);
        var counted = allocation.IsNone ? TimeSpan.Zero : laps.Next();
        var result = allocation.AddTo(ResultBuilder.Build(load, warmUp, window, overlap.WasShared));

        // 8. Ask.
        var error = await ErrorStep.RunAsync(load, result, cancellationToken).ConfigureAwait(false);
        _ = laps.Next(); // is no part of stopping the app
        return result with
        {
            LoggedError = error,
            Times = new RunTimes(TimeSpan.Zero, prepare, warmedUp, window.Length, measured - window.Length, TimeSpan.Zero) { Allocation = counted },
            Settings = SettingsReader.Read(plan, app),
        };
    }
}
