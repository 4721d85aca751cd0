using System.Diagnostics;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.Extensions.DependencyInjection;
using TestApp;
using ThroughputKit.Hosting;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Hosting;

/// <summary>Apps that do not start. Each gives one error that names the cause, and leaves nothing running.</summary>
public class StartFailureTests
{
    [Fact]
    public async Task A_type_of_a_test_project() => Assert.Equal(
        "StartFailureTests is from ThroughputKit.Tests, a test project. Expected: any public type of the app's own assembly, such as its Program. If you wrote Program, the test project's own Program hides the app's. Name another public type of the app.",
        Assert.Single((await Assert.ThrowsAsync<LoadTestException>(() => LoadTest.For<StartFailureTests>().Get("/").RunAsync())).Problems));

    [Fact]
    public async Task An_app_that_throws_at_start() =>
        Assert.StartsWith(
            "TestApp threw at start: InvalidOperationException: The connection string 'Shop' is missing. Expected: an app that starts. "
            + "Is a setting or a service missing? The test can provide both: LoadTest.For<Program>(app => app.Configuration[\"ConnectionStrings:Shop\"] = \"...\"), and app.ConfigureServices.",
            await Problem(Mode("throws")), StringComparison.Ordinal);

    [Fact]
    public async Task An_app_whose_hosted_service_fails() =>
        Assert.Contains("The queue 'orders' is not there.", await Problem(Mode("fails in a hosted service")), StringComparison.Ordinal);

    [Fact]
    public async Task An_app_that_times_out_by_itself_is_not_called_slow() =>
        Assert.StartsWith(
            "TestApp threw at start: TimeoutException: The database didn't answer.",
            await Problem(Mode("times out in a hosted service")), StringComparison.Ordinal);

    [Fact]
    public async Task An_app_that_never_starts() => await CheckTooSlow("hangs in a hosted service");

    [Theory]
    [InlineData("hangs before it is built")]
    [InlineData("blocks in a hosted service")]
    [Trait("Category", "Slow")] // such a start is waited for, up to a limit
    public async Task An_app_that_never_starts_and_does_not_end_either(string mode) => await CheckTooSlow(mode);

    [Theory]
    [InlineData("ends without running")]
    public async Task An_app_that_listens_on_nothing(string mode) =>
        Assert.StartsWith("TestApp listens on nothing.", await Problem(Mode(mode)), StringComparison.Ordinal);

    [Fact]
    public async Task An_app_with_a_host_but_no_web_server() =>
        Assert.Equal(
            AppStart.NoWebServer("TestApp").ToString(),
            await Problem(Mode("never listens")));

    [Fact]
    public async Task An_app_that_is_a_plain_program()
    {
        var problem = await Problem(Mode("is a plain program"));

        Assert.StartsWith("TestApp built no host. Expected: an ASP.NET Core app. It ended, or waited for minutes, before that.", problem, StringComparison.Ordinal);
        Assert.Contains("If it is a console program, name a type of the web app's project.", problem, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("builds a plain host first", "TestApp can't answer requests: the first host that it builds has no web server.")]
    [InlineData("keeps a plain host", "TestApp can't answer requests: the first host that it builds has no web server.")]
    [InlineData("builds an old web host", "TestApp builds its web host with WebHost.CreateDefaultBuilder or WebHostBuilder.")]
    public async Task Hosts_that_can_not_be_loaded_here_are_named_at_once_and_never_run(string mode, string problem)
    {
        var before = OddStarts.WebHosts;

        Assert.StartsWith(problem, await Problem(Mode(mode)), StringComparison.Ordinal);
        await using var factory = new WebApplicationFactory<App>();
        var own = factory.WithWebHostBuilder(web => web.UseSetting("Mode", mode));
        Assert.StartsWith(problem, await Problem(LoadTest.For(own).Get("/text").Sending(1)), StringComparison.Ordinal);

        Assert.Equal(before, OddStarts.WebHosts);
        Assert.Contains("LoadTest.ForPublished(folder)", await Problem(Mode(mode)), StringComparison.Ordinal);
        Assert.Equal(1, (await LoadTest.ForPublished(Built.TestApp, app => app.Configuration["Mode"] = mode).Get("/text").Sending(1).RunAsync()).Succeeded);
    }

    [Theory]
    [InlineData("catches its error", "TestApp built no host.", "Terminated: the certificate 'shop' has expired.")]
    [InlineData("catches its error after the build", "TestApp listens on nothing.", "Terminated: the table 'orders' is missing.")]
    [InlineData("refuses its arguments", "TestApp built no host.", "Unknown option --")]
    [InlineData("sets its content root", "TestApp threw at start: NotSupportedException: The content root changed", "--contentRoot=")]
    public async Task The_problem_has_what_the_app_printed_what_it_was_passed_and_the_way_that_works(string mode, string problem, string evidence)
    {
        var text = await Problem(Mode(mode));

        Assert.StartsWith(problem, text, StringComparison.Ordinal);
        Assert.Contains(evidence, text, StringComparison.Ordinal);
        Assert.Contains("It was passed the arguments --", text, StringComparison.Ordinal);
        Assert.Contains("--environment=Production", text, StringComparison.Ordinal);
        Assert.Contains("--Mode=...", text, StringComparison.Ordinal);
        Assert.Contains("LoadTest.ForPublished(folder) runs its Main in a process of its own", text, StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_host_that_is_built_after_its_start_was_given_up_never_runs()
    {
        var before = OddStarts.WebHosts;

        await CheckTooSlow("hangs before an old web host");

        for (var i = 0; i < 1_200 && OddStarts.LateError is null; i++)
        {
            await Task.Delay(50);
        }

        Assert.Equal(before, OddStarts.WebHosts);
        Assert.Contains("builds its web host with", OddStarts.LateError!.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_further_start_in_this_process_is_named()
    {
        await Mode("starts once per process").RunAsync();

        var text = await Problem(Mode("starts once per process"));

        Assert.StartsWith("TestApp threw at start: InvalidOperationException: The serializer is already registered.", text, StringComparison.Ordinal);
        Assert.Matches("This was start [0-9]+ of it in this process: if it can start only once, share one ThroughputHost.", text);
    }

    [Fact]
    public async Task A_type_of_a_library_is_no_entry_point() =>
        Assert.StartsWith(
            "LoadOptions is in the assembly ThroughputKit, which has no entry point.",
            await Problem(LoadTest.For<LoadOptions>().Get("/")), StringComparison.Ordinal);

    [Fact]
    public async Task An_option_that_throws_is_the_callers_own_exception() =>
        await Assert.ThrowsAsync<DivideByZeroException>(
            () => LoadTest.For<App>(_ => throw new DivideByZeroException()).Get("/").RunAsync());

    [Fact]
    public async Task A_start_that_hangs_can_be_cancelled()
    {
        using var cancel = new CancellationTokenSource(TimeSpan.FromMilliseconds(300));

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => Mode("hangs in a hosted service").RunAsync(cancel.Token));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_start_can_be_given_up_at_any_moment()
    {
        // It once crashed the process, or left a host behind that listened on.
        var running = 0;
        var test = LoadTest.For<App>(app => app.ConfigureServices = services =>
            services.AddHostedService(_ => new LifeSignal(() => Interlocked.Increment(ref running), () => Interlocked.Decrement(ref running))))
            .Get("/text").Sending(1);
        for (var i = 0; i < 60; i++)
        {
            using var cancel = new CancellationTokenSource(TimeSpan.FromMilliseconds(i % 30));
            try
            {
                await (i % 2 == 0 ? test.RunAsync(cancel.Token) : test.With(o => o.StartTimeout = TimeSpan.FromMilliseconds(1 + (i % 30))).RunAsync());
            }
            catch (Exception e) when (e is OperationCanceledException or LoadTestException)
            {
                // given up
            }
        }

        for (var i = 0; i < 1_200 && Volatile.Read(ref running) != 0; i++)
        {
            await Task.Delay(50);
        }

        Assert.Equal(0, running);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Threads_of_failed_starts_end()
    {
        await Problem(Mode("throws"));
        var before = Process.GetCurrentProcess().Threads.Count;

        for (var i = 0; i < 10; i++)
        {
            await Problem(Mode("throws"));
            await Problem(Mode("hangs in a hosted service").With(o => o.StartTimeout = TimeSpan.FromMilliseconds(200)));
        }

        // The pool may have grown by a few of its own; a thread left for each start would make it 20 or more.
        Assert.InRange(await SettledThreadCount(before + 9), 0, before + 9);
    }

    private static async Task CheckTooSlow(string mode)
    {
        var problem = await Problem(Mode(mode).With(o => o.StartTimeout = TimeSpan.FromMilliseconds(300)));

        Assert.StartsWith("TestApp did not start within 0.3 s. Expected: a start within StartTimeout", problem, StringComparison.Ordinal);
    }

    private static LoadTest Mode(string mode) => LoadTest.For<App>(app => app.Configuration["Mode"] = mode).Get("/text").Sending(1);

    private static async Task<string> Problem(LoadTest test) =>
        Assert.Single((await Assert.ThrowsAsync<LoadTestException>(() => test.RunAsync())).Problems);

    private static async Task<int> SettledThreadCount(int wanted)
    {
        for (var i = 0; i < 1_200 && Process.GetCurrentProcess().Threads.Count > wanted; i++)
        {
            await Task.Delay(50);
        }

        return Process.GetCurrentProcess().Threads.Count;
    }
}
