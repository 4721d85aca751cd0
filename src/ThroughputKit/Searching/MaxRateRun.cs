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

    public static async Task<MaxRateResult> RunAsync(LoadPlan plan, TimeSpan maxP99, RunContext run)
    {
        // 1. Start.
        var app = new SharedApp(plan.Target);
        plan = plan.PreparedOnce() with { Target = app };
        MaxRateResult? result = null;
        string? stopProblem;
        try
        {
            // 2 and 3.
            result = await MaxRateSearch.RunAsync(rate => LoadAsync(plan, rate, run), maxP99).ConfigureAwait(false);
        }
        finally
        {
            // 4. Stop. A problem while stopping neither hides an earlier error nor loses the result.
            stopProblem = await app.StopAsync(RunningApp.StopLimit(run.Cancellation)).ConfigureAwait(false);
        }

        return stopProblem is null ? result
            : result with { Findings = [.. result.Findings, AppFindings.StopFailed(stopProblem, mayRunHere: plan.Target.IsInProcess)] };
    }

    private static async Task<LoadResult> LoadAsync(LoadPlan plan, double? rate, RunContext run)
    {
        var step = rate is null ? plan : plan with { Rate = LoadRate.From(rate.Value), Options = ForStep(plan.Options) };
        var result = await LoadRun.RunAsync(step, run.Of(rate is null ? " without a set rate" : $" at {Readable.Rate(rate.Value)} RPS")).ConfigureAwait(false);
        run.Cancellation.ThrowIfCancellationRequested(); // a partial step is no evidence
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
