using System.Globalization;

namespace ThroughputKit.Hosting;

/// <summary>What can go wrong when an app is started, in words.</summary>
internal static class StartProblems
{
    public static Problem TooSlow(string app, TimeSpan timeout) => new(
        string.Create(CultureInfo.InvariantCulture, $"{app} did not start within {timeout.TotalSeconds:0.###} s"),
        "a start within StartTimeout (30 s by default)",
        "Does it wait in its entry point or in a hosted service for a database or another server that isn't there? Replace that service for the test, or set o.StartTimeout.");

    public static Problem Threw(string app, Exception e) => new(
        $"{app} threw at start: {e.GetType().Name}: {e.Message}",
        "an app that starts",
        "Run it by itself to see the same error; a missing setting or service can be given with the options of For.");

    public static Problem ExitedBeforeLoad(AppExit exit) => new(
        $"The app exited with code {exit.Code} before the load began", "an app that runs until it is stopped", exit.Output);
}
