using System.Diagnostics;
using ThroughputKit.Findings;
using ThroughputKit.Gates;
using ThroughputKit.Planning;

namespace ThroughputKit.Running;

/// <summary>Runs a plan, and runs it again where a gate on timing isn't settled: a slow moment of the machine is no fault of the app's.</summary>
internal static class Attempts
{
    /// <param name="plan">The plan, which is carried out whole each time; but an app that goes on is prepared once.</param>
    /// <param name="gates">What its result is to be judged by; <see langword="null"/> if nobody knows yet.</param>
    /// <param name="hasTimeFor">Whether there is time left for another attempt as long as the last.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <returns>The result of the last attempt, which has those of the earlier ones.</returns>
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

    /// <summary>An attempt with those before it, and with what they say of one another.</summary>
    public static LoadResult Join(LoadResult before, LoadResult next)
    {
        LoadResult[] earlier = [.. before.EarlierAttempts, before with { EarlierAttempts = [] }];
        var slower = SlowerMachineDoubt.Of([.. earlier, next]);
        return next with { EarlierAttempts = earlier, Findings = slower is null ? next.Findings : [.. next.Findings, slower] };
    }

    // What was measured until then isn't lost with what goes wrong in a later attempt.
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
            return before with { WasCancelled = true, Findings = [CancelledDoubt.BetweenAttempts, .. before.Findings] };
        }
    }

    private static Problem NotAgain(LoadResult before) => new(
        FormattableString.Invariant($"That was attempt {before.EarlierAttempts.Count + 2} of up to {AttemptRule.Most}, because a gate on timing wasn't settled before"),
        "an app that can be loaded for each attempt",
        string.Join(Environment.NewLine, ["What was measured before:", .. before.Attempts]));
}
