using System.Diagnostics;
using ThroughputKit.Findings;
using ThroughputKit.Gates;
using ThroughputKit.Planning;

namespace ThroughputKit.Running;

/// <summary>Runs a plan, and repeats it while another attempt could change the verdict: a slow moment of the machine is not the app's fault.</summary>
internal static class Attempts
{
    /// <param name="plan">The plan, with gates. Each attempt carries it out in full, but an app that keeps running is prepared only once.</param>
    /// <param name="hasTimeFor">Whether there is time for one more attempt as long as the last.</param>
    /// <param name="run">The context.</param>
    /// <returns>The verdict on the result of the last attempt, which includes the results of the earlier ones.</returns>
    public static async Task<Verdict> RunAsync(LoadPlan plan, Func<TimeSpan, bool> hasTimeFor, RunContext run)
    {
        var again = plan.PreparedOncePerApp();
        Verdict? verdict = null;
        TimeSpan took;
        do
        {
            var begun = Stopwatch.GetTimestamp();
            var result = verdict is null
                ? await LoadRun.RunAsync(again, run).ConfigureAwait(false)
                : await RunAgainAsync(again, verdict.Result, run).ConfigureAwait(false);
            verdict = GateJudge.JudgeEligible(result, plan.Gates!);
            took = Stopwatch.GetElapsedTime(begun);
        }
        while (MayChange(plan, verdict.Result) && !plan.TakesRowsOnce && hasTimeFor(took)); // another attempt would take the rows again
        return verdict;
    }

    /// <summary>Returns whether another attempt could change the verdict. What excuses a gate on allocated bytes excuses a baseline too.</summary>
    internal static bool MayChange(LoadPlan plan, LoadResult result)
    {
        var limit = plan.MaxBaselineBytes < double.MaxValue ? plan.MaxAllocatedBytesPerRequest : plan.Gates!.MaxAllocatedBytesPerRequest;
        return GateJudge.JudgeEligible(result, plan.Gates! with { MaxAllocatedBytesPerRequest = limit }).MayChange;
    }

    // An error in a later attempt must not lose the earlier measurements.
    private static async Task<LoadResult> RunAgainAsync(LoadPlan plan, LoadResult before, RunContext run)
    {
        try
        {
            // What the app does for a request may be why it is too slow.
            var number = before.EarlierAttempts.Count + 2;
            var explained = number == AttemptRule.MaxAttempts ? plan.CountingWork() : plan;
            var next = await LoadRun.RunAsync(explained, run.Of($", attempt {number}")).ConfigureAwait(false);
            return next with { EarlierAttempts = [.. before.EarlierAttempts, before with { EarlierAttempts = [] }] };
        }
        catch (LoadTestException e)
        {
            throw e.With(NotAgain(before));
        }
        catch (OperationCanceledException) when (run.Cancellation.IsCancellationRequested)
        {
            return before with { WasCancelled = true, Findings = [RunFindings.CancelledBetweenAttempts, .. before.Findings] };
        }
    }

    private static Problem NotAgain(LoadResult before) => new(
        FormattableString.Invariant(
            $"Attempt {before.EarlierAttempts.Count + 2} of up to {AttemptRule.MaxAttempts}, made because a gate was still undecided, could not be completed"),
        "an app that is available for each attempt",
        string.Join(Environment.NewLine, ["Results of the earlier attempts:", .. before.Attempts]));
}
