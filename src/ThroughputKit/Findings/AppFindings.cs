using ThroughputKit.Hosting.Logging;

namespace ThroughputKit.Findings;

/// <summary>Findings on how the app ran: whether it became steady, kept running, answered the kit and stopped.</summary>
internal static class AppFindings
{
    public const string LongerWarmUp = "Allow a longer warm-up, with .With(o => o.MaxWarmUp = TimeSpan.FromSeconds(30)).";

    /// <summary>The factor that code that isn't optimized yet explains: at most twice the time, and twice the allocated bytes.</summary>
    public const double MaxOfCompilation = 2;

    private static readonly TimeSpan _moment = TimeSpan.FromSeconds(1);

    /// <summary>The warm-up ended before the app was steady. Not reported if nothing succeeded: another rule reports that, which is worse.</summary>
    public static Finding? NotSteady(RunFacts run) => run.Result.WarmUp.IsSteady || run.Result.Succeeded == 0 ? null : new Finding(
        FindingNames.NotSteady,
        FindingSeverity.Warning,
        $"The app was not steady when the window began: {run.Result.WarmUp.Reason}.",
        LongerWarmUp)
    { Explains = IsUnbounded(run.Result) ? double.PositiveInfinity : MaxOfCompilation };

    /// <summary>The app stopped while it was under load.</summary>
    public static Finding? AppStopped(RunFacts run)
    {
        if (run.Exit is { } exit)
        {
            return new Finding(
                FindingNames.AppStopped,
                FindingSeverity.Error,
                $"The app exited with code {exit.Code} before the run ended.",
                $"Send it the same requests by hand, and see what happens. {run.Observed.Hide(exit.Output)}");
        }

        if (!run.StoppedByItself)
        {
            return null;
        }

        var (error, output) = run.App.StopCause();
        return new Finding(
            FindingNames.AppStopped,
            FindingSeverity.Error,
            $"The app began to stop before the run ended.{(error is null ? "" : $" Its error: {LoggedError.InALine(run.Observed.Hide(error))}")}",
            (error is null
                ? "Check whether something calls StopApplication, or disposes the host, during the test."
                : "An exception of a background service stops the app: catch it there. "
                    + "If this error isn't the reason, look for StopApplication, and for what disposes the host.")
            + (output is null ? "" : $" {run.Observed.Hide(output)}"));
    }

    /// <summary>The app's own process was alive, but did not answer in time when the kit asked for its figures.</summary>
    public static Finding? NoAnswer(RunFacts run) => run.Result is not { UnansweredCommand: { } command, HasAppExited: false } ? null : new Finding(
        FindingNames.NoAnswer,
        FindingSeverity.Warning,
        $"The app's process did not answer {command}, although it was running. Those figures are missing.",
        "Check whether the machine was overloaded or swapping, the process was suspended, or its heap was very large. Stop other work, and measure again.");

    /// <summary>Settings of the test reached the app only when it was built.</summary>
    public static Finding? LateSettings(RunFacts run) => run.App.LateSettings is not { Count: > 0 } late ? null : new Finding(
        FindingNames.LateSettings,
        FindingSeverity.Warning,
        $"The app's builder got no arguments, so what the app reads before it is built lacks these settings of the test: {string.Join(", ", late)}.",
        "Use WebApplication.CreateBuilder(args), or set Args of WebApplicationOptions. "
            + "LoadTest.ForPublished passes settings as environment variables, which every builder reads.");

    /// <summary>The app that the kit had started could not be stopped cleanly.</summary>
    public static Finding? StopFailed(RunFacts run) => run.StopProblem is not { } problem ? null : StopFailed(problem, mayRunHere: run.App.Probe is null);

    /// <param name="problem">The problem when the kit stopped the app.</param>
    /// <param name="mayRunHere">Whether the app may still be running in this process.</param>
    public static Finding StopFailed(string problem, bool mayRunHere) => new(
        FindingNames.StopFailed,
        FindingSeverity.Warning,
        $"The app could not be stopped: {problem.TrimEnd('.')}.{(mayRunHere ? " It may still be running in this process." : "")}",
        "Look for a hosted service or handler that doesn't end, or a service that throws on dispose.");

    private static double RequestsOfEach(LoadResult result, PacingFigures pacing) =>
        result.Kind.HasPasses ? (double)result.Sent / (pacing.Planned - pacing.Unsent) : 1;

    // After a moment's warm-up, code may never have run before. And an app falls behind a set rate without bound, if it has to be faster to keep it.
    private static bool IsUnbounded(LoadResult result) => result.WarmUp.Duration < _moment
        || (result.Pacing is { } pacing && pacing.LateForConnection + pacing.Unsent > 0.01 * pacing.Planned
            && result.Rps * 2 > pacing.Planned * RequestsOfEach(result, pacing) / result.Duration.TotalSeconds);
}
