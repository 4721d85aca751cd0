using ThroughputKit.Findings;
using ThroughputKit.Hosting;
using ThroughputKit.Planning;
using ThroughputKit.Running;

namespace ThroughputKit.Searching;

/// <summary>Searches for a plan's highest rate that holds a limit.</summary>
/// <remarks>
/// 1. Start the app with the first run, and keep it. 2. Warm it up, and measure it without a set rate. 3. Try set rates, each after a
/// short warm-up. An app that stops unexpectedly ends the search. 4. Stop everything that was started, in any case.
/// </remarks>
internal static class MaxRateRun
{
    private static readonly TimeSpan _stepWarmUp = TimeSpan.FromSeconds(1);

    public static async Task<MaxRateResult> RunAsync(LoadPlan plan, double maxP99Ms, CancellationToken cancellationToken)
    {
        // 1. Start.
        var app = new SharedApp(plan.Target);
        plan = plan.PreparedOnce() with { Target = app };
        MaxRateResult? result = null;
        string? stopProblem;
        Laps laps;
        try
        {
            result = await SearchAsync(plan, maxP99Ms, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            // 4. Stop. A problem while stopping neither hides an earlier error nor loses the result.
            laps = new Laps();
            stopProblem = await app.StopAsync(RunningApp.StopLimit(cancellationToken)).ConfigureAwait(false);
        }

        result = result with { StopTime = laps.Next() };
        return stopProblem is null ? result : result with { Findings = [.. result.Findings, AppFindings.StopFailed(stopProblem, mayRunHere: plan.Target.IsInProcess)] };
    }

    private static async Task<MaxRateResult> SearchAsync(LoadPlan plan, double maxP99Ms, CancellationToken cancellationToken)
    {
        // 2. Without a set rate.
        var unpaced = await LoadAsync(plan, cancellationToken).ConfigureAwait(false);
        List<MaxRateStep> steps = [];
        BrokenSearch.ThrowIfAppStopped(unpaced, steps);

        // 3. Set rates.
        var search = new RateSearch(unpaced.RequestsPerSecond);
        while (search.Next is { } rate)
        {
            var result = await StepAsync(rate).ConfigureAwait(false);
            steps.Add(new MaxRateStep(rate, result, StepJudge.WhyNot(result, maxP99Ms)));
            BrokenSearch.ThrowIfAppStopped(unpaced, steps);
            search.Tell(steps[^1].Held);
        }

        return new MaxRateResult(search.Rate, search.Reason, maxP99Ms, unpaced, steps);

        async Task<LoadResult> StepAsync(double rate)
        {
            try
            {
                return await LoadAsync(plan with { Rate = LoadRate.From(rate), Options = ForStep(plan.Options) }, cancellationToken).ConfigureAwait(false);
            }
            catch (LoadTestException e)
            {
                throw BrokenSearch.CannotGoOn(e, rate, unpaced, steps);
            }
        }
    }

    private static async Task<LoadResult> LoadAsync(LoadPlan plan, CancellationToken cancellationToken)
    {
        var result = await LoadRun.RunAsync(plan, cancellationToken).ConfigureAwait(false);
        cancellationToken.ThrowIfCancellationRequested(); // a partial step is no evidence
        return result;
    }

    // The app is warm after the first run. Connections aren't, nor are the pools that a full collection emptied.
    private static LoadOptions ForStep(LoadOptions options)
    {
        var step = options.Clone();
        step.WarmUp = options.WarmUp < _stepWarmUp ? options.WarmUp : _stepWarmUp;
        step.MaxWarmUp = step.WarmUp;
        return step;
    }
}
