using System.Diagnostics;
using System.Globalization;
using ThroughputKit.Hosting.Published;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Hosting.Published;

/// <summary>Apps in a process of their own that end otherwise than they should. None is left running.</summary>
public class PublishedEndTests
{
    [Fact]
    public async Task An_app_that_dies_under_load_is_a_finding_with_what_it_printed()
    {
        var result = Identity.Check(await LoadTest.ForPublished(Built.TestApp).Get("/die").Sending(1_000_000).RunAsync());

        Assert.InRange(result.Sent, 1, 999_999);
        var finding = Assert.Single(result.Findings, f => f.Name == "AppStopped");
        Assert.Equal(0, result.Succeeded);
        Assert.Equal(MemoryFigures.NotAvailable, result.Memory);
        Assert.Equal((FindingSeverity.Error, "The app exited with code 134 before the run ended."), (finding.Severity, finding.Message));
        Assert.StartsWith(
            $"Send it the same requests by hand, and see what happens. Its output ended with:{Environment.NewLine}", finding.Remedy, StringComparison.Ordinal);
        Assert.Contains($"Process terminated.{Environment.NewLine}The disk is full.{Environment.NewLine}", finding.Remedy, StringComparison.Ordinal);
    }

    [Fact]
    public async Task No_gate_passes_for_an_app_that_died()
    {
        var result = Identity.Check(await LoadTest.ForPublished(Built.TestApp).Get("/text").Get("/die-after-a-while").Sending(1_000_000).RunAsync());

        Assert.True(result.Succeeded > 0);
        Assert.Contains(
            "the app's process exited before the run ended, so its figures are incomplete",
            Assert.Throws<LoadGateException>(() => result.VerifyAsIs(new() { MaxFailurePercent = 99.9999, MaxAllocatedBytesPerRequest = 1e9 })).Message,
            StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("/die", "The app exited with code 134 before the run ended.")]
    [InlineData("/stop", "The app began to stop before the run ended.")]
    [Trait("Category", "Slow")]
    public async Task A_window_of_a_set_length_goes_on_after_an_app_has_ended(string path, string message)
    {
        var result = Identity.Check(await LoadTest.ForPublished(Built.TestApp).Get(path).Lasting(2_000).RunAsync());

        Assert.True(result.Failures.Connect > 0);
        Assert.Equal(2, result.Duration.TotalSeconds, precision: 3);
        Assert.Equal(message, Assert.Single(result.Findings, f => f.Name == "AppStopped").Message);
    }

    [Fact]
    public async Task An_app_that_dies_while_it_is_prepared()
    {
        var thrown = await Assert.ThrowsAsync<LoadTestException>(() => LoadTest.ForPublished(Built.TestApp).Get("/text")
            .Prepare((client, token) => client.GetAsync(new Uri("/die", UriKind.Relative), token)).Sending(1).RunAsync());

        Assert.Equal(2, thrown.Problems.Count);
        Assert.StartsWith("Prepare threw HttpRequestException: ", thrown.Problems[0], StringComparison.Ordinal);
        Assert.StartsWith(
            "The app exited with code 134 before the load began. Expected: an app that runs until it is stopped. "
            + $"Its output ended with:{Environment.NewLine}",
            thrown.Problems[1], StringComparison.Ordinal);
        Assert.Contains("The disk is full.", thrown.Problems[1], StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_app_that_stops_itself_loses_no_result()
    {
        var result = Identity.Check(await LoadTest.ForPublished(Built.TestApp).Get("/stop").Sending(1_000_000).RunAsync());

        Assert.InRange(result.Sent, 1, 999_999);
        Assert.Equal(
            "The app began to stop before the run ended.", Assert.Single(result.Findings, f => f.Name == "AppStopped").Message);
    }

    [Fact]
    public async Task The_exception_of_a_background_service_that_ended_the_app_is_in_the_finding()
    {
        var result = Identity.Check(await LoadTest.ForPublished(Built.TestApp, app => app.Configuration["Mode"] = "crashes in the background")
            .Get("/throws").Get("/crash").Sending(1_000_000).RunAsync());

        var finding = Assert.Single(result.Findings, f => f.Name == "AppStopped");
        Assert.StartsWith(
            "The app began to stop before the run ended. Its error: System.InvalidOperationException: The queue 'orders' was deleted. at TestApp.CrashingService.",
            finding.Message, StringComparison.Ordinal);
        Assert.Contains($"Its output ended with:{Environment.NewLine}", finding.Remedy, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("hangs at stop", "The app could not be stopped: it was still running 5 s after it was asked to stop, and was killed.")]
    [InlineData("fails at stop", "The app could not be stopped: it exited with code 134. Its output ended with:")]
    [Trait("Category", "Slow")]
    public async Task A_stop_that_fails_loses_no_result(string mode, string message)
    {
        var process = "";

        var result = Identity.Check(await LoadTest.ForPublished(Built.TestApp, app => app.Configuration["Mode"] = mode).Get("/text")
            .Prepare(async (client, token) => { process = await client.GetStringAsync(new Uri("/process", UriKind.Relative), token); })
            .Sending(20).RunAsync());

        Assert.Equal(20, result.Succeeded);
        Assert.True(result.Memory.IsAvailable);
        Assert.False(Processes.IsRunning(process));
        var finding = Assert.Single(result.Findings, f => f.Name == "StopFailed").Message;
        Assert.StartsWith(message, finding, StringComparison.Ordinal);
        Assert.DoesNotContain("in this process", finding, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_stop_that_hangs_is_given_up_and_the_app_killed()
    {
        var options = new PublishedAppOptions { EntryPoint = "TestApp" };
        options.Configuration["Mode"] = "hangs at stop";
        var app = await new PublishedAppTarget(Built.TestApp, options).StartAsync(TimeSpan.FromSeconds(60), CancellationToken.None);
        using var client = new HttpClient();
        var process = await client.GetStringAsync(new Uri(app.Address, "/process"));

        // A second of the limit is for the kill.
        Assert.StartsWith(
            "it was still running 0.1 s after it was asked to stop, and was killed.", await app.StopAsync(TimeSpan.FromSeconds(1.1)), StringComparison.Ordinal);
        Assert.False(Processes.IsRunning(process));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task An_app_is_gone_when_its_run_was_cancelled()
    {
        var process = "";
        using var cancel = new CancellationTokenSource();
        var run = LoadTest.ForPublished(Built.TestApp, app => app.Configuration["Mode"] = "hangs at stop").Get("/text")
            .Prepare(async (client, token) =>
            {
                process = await client.GetStringAsync(new Uri("/process", UriKind.Relative), token);
                await cancel.CancelAsync();
                await Task.Delay(Timeout.Infinite, token);
            }).Sending(1).RunAsync(cancel.Token);

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => run);
        Assert.False(Processes.IsRunning(process));
    }

    [LinuxFact("descriptors are read from /proc.")]
    [Trait("Category", "Slow")]
    public async Task The_pipes_of_an_app_are_closed_with_its_run()
    {
        var pipes = "";

        await LoadTest.ForPublished(Built.TestApp).Get("/text").Prepare(async (client, token) => { pipes = await Ask(client, "/pipes", token); }).Sending(1).RunAsync();

        Assert.Equal(3, pipes.Split('\n').Count(p => p.StartsWith("pipe:", StringComparison.Ordinal) || p.StartsWith("socket:", StringComparison.Ordinal)));
        Assert.Empty(OpenHere(pipes));
    }

    [LinuxFact("descriptors are read from /proc.")]
    [Trait("Category", "Slow")]
    public async Task A_process_that_an_app_leaves_behind_with_its_output_holds_up_no_run()
    {
        var (pipes, child) = ("", "");

        var result = await LoadTest.ForPublished(Built.TestApp).Get("/text").Prepare(async (client, token) =>
        {
            pipes = await Ask(client, "/pipes", token);
            child = await Ask(client, "/leave-a-child", token);
        }).Sending(1).RunAsync();

        using var left = Process.GetProcessById(int.Parse(child, CultureInfo.InvariantCulture)); // still runs
        left.Kill();
        Assert.DoesNotContain(result.Findings, f => f.Name == "StopFailed");

        // Threads that still read its output end with it, and close what they read from.
        for (var tries = 0; tries < 600 && OpenHere(pipes).Length > 0; tries++)
        {
            await Task.Delay(100);
        }

        Assert.Empty(OpenHere(pipes));
    }

    [Theory]
    [InlineData("")]
    [InlineData("hangs at stop")]
    [Trait("Category", "Slow")]
    public async Task A_killed_test_run_leaves_no_app_behind(string mode)
    {
        using var run = Process.Start(new ProcessStartInfo("dotnet", [Built.KilledRun, Built.TestApp, mode])
        {
            RedirectStandardOutput = true,
            UseShellExecute = false,
        })!;
        var app = await run.StandardOutput.ReadLineAsync() ?? "";
        Assert.True(Processes.IsRunning(app));

        run.Kill();

        await Processes.EndedAsync(app);
    }

    private static Task<string> Ask(HttpClient client, string path, CancellationToken token) =>
        client.GetStringAsync(new Uri(path, UriKind.Relative), token);

    private static string[] OpenHere(string pipes) =>
        [.. Directory.GetFiles("/proc/self/fd").Select(d => new FileInfo(d).LinkTarget).OfType<string>().Intersect(pipes.Split('\n'))];
}
