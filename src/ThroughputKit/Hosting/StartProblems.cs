using System.Diagnostics;
using System.Globalization;
using Microsoft.AspNetCore.Connections;

namespace ThroughputKit.Hosting;

/// <summary>Describes the possible failures of an app's start.</summary>
internal static class StartProblems
{
    public static Problem TooSlow(string app, TimeSpan timeout) => new(
        string.Create(CultureInfo.InvariantCulture, $"{app} did not start within {timeout.TotalSeconds:0.###} s"),
        "a start within StartTimeout (30 s by default)",
        "Does it wait in its entry point or in a hosted service for a database or another server that isn't there? Replace that service for the test, or set o.StartTimeout.");

    public static Problem Threw(string app, Exception e) =>
        IsBy(e, "Microsoft.Extensions.Hosting.HostFactoryResolver") ? new(
            $"{app} built no host",
            "an ASP.NET Core app",
            "Is it a plain console program, or an app that ends early, or waits for minutes, with these arguments and settings? Name a type of the web app's project.")
        : IsBy(e, "Microsoft.AspNetCore.Hosting.GenericWebHostService") ? new(
            $"{app} can't answer requests: its host has no web server",
            "an ASP.NET Core app",
            "Is it a worker on a plain Host? Name a type of the web app's project, or build it with WebApplication.CreateBuilder.")
        : e.InnerException is AddressInUseException ? new(
            $"{app} could not start because a port that its own code binds is in use: {e.Message}",
            "an app that leaves its address to the test, or a port that is free",
            "Stop what uses the port. Or look for Listen in ConfigureKestrel, and leave it out under test. If the test builds the app itself, also look for Urls.Add, Run(\"http://...\") and Kestrel:Endpoints.")
        : new(
            $"{app} threw at start: {e.GetType().Name}: {e.Message}{Cause(e)}",
            "an app that starts",
            "Is a setting or a service missing? The test can provide both: LoadTest.For<Program>(app => app.Configuration[\"ConnectionStrings:Shop\"] = \"...\"), and app.ConfigureServices.");

    public static Problem ExitedBeforeLoad(AppExit exit) => new(
        $"The app exited with code {exit.Code} before the load began", "an app that runs until it is stopped", exit.Output);

    // Wrapper exceptions say little; the innermost one has the cause.
    private static string Cause(Exception e) => e.InnerException is null ? "" : $" The cause is {e.GetBaseException().GetType().Name}: {e.GetBaseException().Message}";

    // Exceptions that the framework itself throws where there is nothing to start. They may arrive through a task.
    private static bool IsBy(Exception e, string type) => e is InvalidOperationException && new StackTrace(e).GetFrames()
        .Select(f => f.GetMethod()?.DeclaringType?.FullName)
        .FirstOrDefault(n => n?.StartsWith("System.", StringComparison.Ordinal) == false)?.StartsWith(type, StringComparison.Ordinal) == true;
}
