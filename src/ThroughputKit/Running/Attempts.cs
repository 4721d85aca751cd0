using System.Diagnostics;
using ThroughputKit.Findings;
using ThroughputKit.Gates;
using ThroughputKit.Planning;

namespace ThroughputKit.Running;

/// <summary>Runs a plan, and repeats it while a gate on timing is unsettled: a slow moment of the machine is not the app's fault.</summary>
internal static class Attempts
{
    /// <param name="plan">The plan. Each attempt carries it out in full, but an app that keeps running is prepared only once.</param>
    /// <param name="gates">The gates that judge its result; <see langword="null"/> if they are not known yet.</param>
    /// <param name="hasTimeFor">Whether there is time for one more attempt as long as the last.</param>
    /// <param name="cancellationToken">Cancels the run.</param>
    /// <returns>The result of the last attempt, including the results of the earlier ones.</returns>
    public static async Task<LoadResult> RunAsync(LoadPlan plan, LoadGates? gates, Func<TimeSpan, bool> hasTimeFor, CancellationToken cancellationToken)
    {
        var again = plan.PreparedOncePerApp();
        LoadResult? result = null;
        TimeSpan took;
        do
        {
            var begun = Stopwatch.GetTimestamp();
            result = result is null
                ? await LoadRun.RunAsync(again, cancellationToken).ConfigureAwait(false)
                : await RunAgainAsync(again, result, cancellationToken).ConfigureAwait(false);
            took = Stopwatch.GetElapsedTime(begun);
        }
        while (gates is not null && GateJudge.IsUnsettled(result, gates) && hasTimeFor(took));
        return result;
    }

    /// <summary>Joins an attempt with the earlier ones, and adds the finding from comparing them, if any.</summary>
    public static LoadResult Join(LoadResult before, LoadResult next)
    {
        LoadResult[] earlier = [.. before.EarlierAttempts, before with { EarlierAttempts = [] }];
        var slower = SlowerMachineRule.Of([.. earlier, next]);
        return next with { EarlierAttempts = earlier, Findings = slower is null ? next.Findings : [.. next.Findings, slower] };
    }

    // An error in a later attempt must not lose the earlier measurements.
    private static async Task<LoadResult> RunAgainAsync(LoadPlan plan, LoadResult before, CancellationToken cancellationToken)
    {
        try
        {
            var next = await LoadRun.RunAsync(plan, cancellationToken).ConfigureAwait(false);
            return Join(before, next);
        }
        catch (LoadTestException e)
        {
            throw e.With(NotAgain(before));
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return before with { WasCancelled = true, Findings = [CancelledRule.BetweenAttempts, .. before.Findings] };
        }
    }

    private static Problem NotAgain(LoadResult before) => new(
        FormattableString.Invariant($"That was attempt {before.EarlierAttempts.Count + 2} of up to {AttemptRule.Most}, because a gate on timing wasn't settled before"),
        "an app that can be loaded for each attempt",
        string.Join(Environment.NewLine, ["What was measured before:", .. before.Attempts]));
}
