using ThroughputKit.Hosting.Logging;

namespace ThroughputKit.Findings;

/// <summary>Findings on settings of the app that differ from production, or that cost much.</summary>
internal static class AppSettingFindings
{
    private const double MinShareOfLines = 0.05;
    private const int MaxCategories = 3;

    /// <summary>
    /// The app is built for the server garbage collector but runs with the workstation one, which collects more often and on one core. Not reported if the
    /// app's own settings are unknown or don't set it, if the caller has chosen the collector, or on a single core, for which the runtime has no server
    /// collector.
    /// </summary>
    public static Finding? WorkstationGc(RunFacts run) =>
        run.App.IsForServerGc != true || run.Result.Environment is { IsServerGc: true } or { Cores: 1 } ? null : new Finding(
            FindingNames.WorkstationGc,
            FindingSeverity.Warning,
            "The app is built for the server garbage collector, as web apps are (System.GC.Server in its runtimeconfig.json), "
                + "but ran with the workstation one: throughput, pauses and heap size differ from production. Allocated bytes don't.",
            run.App.IsInProcess
                ? "Set ServerGarbageCollection to true and GarbageCollectionAdaptationMode to 0 in the project that runs the app, "
                    + "which ThroughputKit.Xunit and ThroughputKit.XunitV3 do automatically."
                : "Check whether DOTNET_gcServer is set to 0 where the tests run.");

    /// <summary>The caller's host runs in the Development environment.</summary>
    public static Finding? DevelopmentEnvironment(RunFacts run) => !run.App.IsDevelopment ? null : new Finding(
        FindingNames.DevelopmentEnvironment,
        FindingSeverity.Warning,
        "The app runs in the Development environment, with its exception pages and checks.",
        "Measure in Production: build the host that way, or keep the default environment of LoadTest.For<TEntryPoint>().");

    /// <summary>The framework writes one or more log lines for every request.</summary>
    public static Finding? RequestLogging(RunFacts run) => !run.App.LogsRequests ? null : new Finding(
        FindingNames.RequestLogging,
        FindingSeverity.Warning,
        "The framework logs every request at Information; much of what was measured may be logging.",
        run.App.LoggerFactory is null
            ? "Set Logging:LogLevel:Microsoft.AspNetCore to Warning, as new projects do, "
                + "and do the same for any more specific category or provider level in the app's settings. "
                + "Or let the kit host the app: LoadTest.For<TEntryPoint>()."
            : $"For the test, {LevelSetting.Warning(run.App.LoggerFactory, "Microsoft.AspNetCore")}.");

    /// <summary>The app printed one or more lines for about every request. That cost is part of the measurements, as in production.</summary>
    public static Finding? AppLogging(RunFacts run)
    {
        if (run.Observed.Logging is not { } logging || run.Result.Failed > 0) // a failing app logs its failures
        {
            return null;
        }

        string[] categories = [.. logging.Categories.Where(c => c.Share >= MinShareOfLines).Take(MaxCategories).Select(c => c.Category)];
        return new Finding(
            FindingNames.AppLogging,
            FindingSeverity.Hint,
            FormattableString.Invariant($"The app printed {logging.LinesPerRequest:0.0} lines per request")
                + $"{(categories.Length == 0 ? "" : $", most of them from {string.Join(", ", categories)}")}.",
            categories.Length == 0
                ? "The figures include it, as in production. If production prints less, run the app with the settings of production."
                : $"The figures include it, as in production. If production logs less, {LevelSetting.Warning(run.App.LoggerFactory, categories[0])}.");
    }
}
