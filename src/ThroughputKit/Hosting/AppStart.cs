using System.Diagnostics;
using System.Globalization;
using System.Runtime.CompilerServices;
using Microsoft.AspNetCore.Connections;
using ThroughputKit.Hosting.Logging;

namespace ThroughputKit.Hosting;

/// <summary>Starts an app within its time limit and reports a failure in words.</summary>
internal static class AppStart
{
    private static readonly ConditionalWeakTable<object, SemaphoreSlim> _gates = [];

    /// <summary>
    /// Starts a host or factory that the caller owns, one start at a time, since it can't be started twice. After an abandoned start, the next one waits until
    /// that has ended.
    /// </summary>
    /// <param name="subject">The host or factory to start.</param>
    /// <param name="app">Its name, for messages.</param>
    /// <param name="begin">Begins the start; returns <see langword="null"/> if none is needed.</param>
    /// <param name="timeout">The time for the wait and the start together.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <param name="entry">The start of an entry point, if it is one.</param>
    /// <returns>The duration of the start; <see langword="null"/> if none was needed.</returns>
    /// <exception cref="LoadTestException">The start failed or took too long.</exception>
    public static async Task<TimeSpan?> RunOnceAsync(
        object subject, string app, Func<Task?> begin, TimeSpan timeout, CancellationToken cancellationToken, EntryPointStart? entry = null)
    {
        var gate = _gates.GetValue(subject, static _ => new SemaphoreSlim(1));
        var asked = Stopwatch.GetTimestamp();
        if (!await gate.WaitAsync(timeout, cancellationToken).ConfigureAwait(false))
        {
            throw new LoadTestException(TooSlow(app, timeout));
        }

        Task? start = null;
        try
        {
            start = begin();
            return start is null ? null : await WaitAsync(start, app, timeout, Stopwatch.GetElapsedTime(asked), cancellationToken, entry).ConfigureAwait(false);
        }
        finally
        {
            _ = (start ?? Task.CompletedTask).ContinueWith(
                _ => gate.Release(), CancellationToken.None, TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
        }
    }

    /// <summary>Waits for a start that has just begun.</summary>
    /// <param name="start">The start.</param>
    /// <param name="app">The app's name, for messages.</param>
    /// <param name="timeout">The time for the start.</param>
    /// <param name="waited">The part of that time that is already over.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <param name="entry">The start of an entry point, if it is one.</param>
    /// <returns>The duration of the start.</returns>
    /// <exception cref="LoadTestException">The start failed or took too long.</exception>
    public static async Task<TimeSpan> WaitAsync(
        Task start, string app, TimeSpan timeout, TimeSpan waited, CancellationToken cancellationToken, EntryPointStart? entry = null)
    {
        var begun = Stopwatch.GetTimestamp();
        try
        {
            await start.WaitAsync(timeout > waited ? timeout - waited : TimeSpan.Zero, cancellationToken).ConfigureAwait(false);
            return Stopwatch.GetElapsedTime(begun);
        }
        catch (TimeoutException) when (!start.IsCompleted)
        {
            throw new LoadTestException(await WithFactsAsync(TooSlow(app, timeout), entry).ConfigureAwait(false));
        }
        catch (Exception e) when (!cancellationToken.IsCancellationRequested)
        {
            throw new LoadTestException(entry?.Problem ?? await WithFactsAsync(Threw(app, e), entry).ConfigureAwait(false), e);
        }
    }

    /// <summary>Returns the error of an app that ended before the kit could look at it.</summary>
    public static async Task<LoadTestException> EndedAtOnceAsync(string app, Exception cause, EntryPointStart entry) => new(
        await WithFactsAsync(
            new Problem(
                $"{app} ended as soon as it had started",
                "an app that runs until the kit stops it",
                "Does a background service fail, or something call StopApplication?"),
            entry)
            .ConfigureAwait(false),
        cause);

    public static bool AsksForTls(string urls) => urls.Contains("https://", StringComparison.OrdinalIgnoreCase);

    public static Problem NoTls(string asked) => new(
        $"The test asks for an endpoint with TLS: {asked}",
        "a test that leaves the app's address to the kit",
        "To load it over TLS, on a free loopback port, say so in the test: LoadTest.For<Program>().OverHttps().");

    public static Problem OtherEnvironment(string app, string asked, string? actual) => new(
        $"{app} runs in the environment {actual}, and the test asks for {asked}",
        "an app that takes its environment from its arguments",
        "Its builder gets no arguments, or sets the environment itself. Use WebApplication.CreateBuilder(args), or set Args of WebApplicationOptions. "
        + "LoadTest.ForPublished(folder) passes the environment as a variable, which every builder reads. "
        + "To load it as it is, set app.Environment to the same.");

    public static Problem OldWebHost(string app) => new(
        $"{app} builds its web host with WebHost.CreateDefaultBuilder or WebHostBuilder",
        "an app on WebApplication.CreateBuilder, or on Host with ConfigureWebHostDefaults",
        "Such a host can't be put on a port of the test's. LoadTest.ForPublished(folder) loads the app as it is, in a process of its own.");

    public static Problem NoWebServer(string app) => new(
        $"{app} can't answer requests: the first host that it builds has no web server",
        "an ASP.NET Core app whose first host is its web host",
        "Does a plain Host come before the web host, for migrations or a bootstrap? "
        + "LoadTest.ForPublished(folder) loads the app as it is, in a process of its own. "
        + "Is it a worker? Name a type of the web app's project, or build it with WebApplication.CreateBuilder.");

    public static async Task<Problem> WithFactsAsync(Problem problem, EntryPointStart? entry) =>
        entry is null ? problem : problem with { Cause = $"{problem.Cause} {await entry.DescribeAsync().ConfigureAwait(false)}" };

    /// <summary>Finds how an app ended before the load began; <see langword="null"/> if it still runs.</summary>
    public static Problem? EndBeforeLoad(RunningApp app)
    {
        const string Expected = "an app that runs until it is stopped";
        if (app.TryGetExit(RunningApp.ExitTimeout) is { } exit)
        {
            return new($"The app exited with code {exit.Code} before the load began", Expected, exit.Output);
        }

        if (!app.HasStopped)
        {
            return null;
        }

        var (error, output) = app.StopCause();
        return new(
            $"The app stopped before the load began{(error is null ? "" : $". Its error: {LoggedError.InALine(error)}")}",
            Expected,
            output ?? "Look for a background service that fails, and for what calls StopApplication.");
    }

    private static Problem TooSlow(string app, TimeSpan timeout) => new(
        string.Create(CultureInfo.InvariantCulture, $"{app} did not start within {timeout.TotalSeconds:0.###} s"),
        "a start within StartTimeout (30 s by default)",
        "Does it wait in its entry point or in a hosted service for a database or another server that isn't there? "
            + "Replace that service for the test, or set o.StartTimeout.");

    private static Problem Threw(string app, Exception e)
    {
        if (IsBy(e, "Microsoft.Extensions.Hosting.HostFactoryResolver"))
        {
            return new(
                $"{app} built no host",
                "an ASP.NET Core app",
                "It ended, or waited for minutes, before that. Does it catch an error of its own, or refuse its arguments? "
                + "If it is a console program, name a type of the web app's project.");
        }

        if (IsBy(e, "Microsoft.AspNetCore.Hosting.GenericWebHostService"))
        {
            return NoWebServer(app);
        }

        return e.InnerException is AddressInUseException
            ? new(
                $"{app} could not start because a port that its own code binds is in use: {e.Message}",
                "an app that leaves its address to the test, or a port that is free",
                "Stop what uses the port. Or look for Listen in ConfigureKestrel, and leave it out under test. "
                + "If the test builds the app itself, also look for Urls.Add, Run(\"http://...\") and Kestrel:Endpoints.")
            : new(
                $"{app} threw at start: {e.GetType().Name}: {e.Message}{Cause(e)}",
                "an app that starts",
                "Is a setting or a service missing? The test can provide both: "
                + "LoadTest.For<Program>(app => app.Configuration[\"ConnectionStrings:Shop\"] = \"...\"), and app.ConfigureServices.");
    }

    // Wrapper exceptions say little; the innermost one has the cause.
    private static string Cause(Exception e) =>
        e.InnerException is null ? "" : $" The cause is {e.GetBaseException().GetType().Name}: {e.GetBaseException().Message}";

    // Exceptions that the framework itself throws where there is nothing to start. They may arrive through a task.
    private static bool IsBy(Exception e, string type) => e is InvalidOperationException && new StackTrace(e).GetFrames()
        .Select(f => f.GetMethod()?.DeclaringType?.FullName)
        .FirstOrDefault(n => n?.StartsWith("System.", StringComparison.Ordinal) == false)?.StartsWith(type, StringComparison.Ordinal) == true;
}
