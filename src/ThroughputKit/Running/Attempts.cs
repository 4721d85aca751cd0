using System.Diagnostics;
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
            var next = await LoadRun.RunAsync(again, cancellationToken).ConfigureAwait(false);
            took = Stopwatch.GetElapsedTime(begun);
            result = result is null ? next : next with { EarlierAttempts = [.. result.EarlierAttempts, result with { EarlierAttempts = [] }] };
        }
        while (gates is not null && GateJudge.IsUnsettled(result, gates) && hasTimeFor(took));
        return result;
    }
}
