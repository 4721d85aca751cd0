using System.Diagnostics;
using Microsoft.Extensions.DependencyInjection;
using TestApp;
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
        Assert.Equal(
            "TestApp threw at start: InvalidOperationException: The connection string 'Shop' is missing. Expected: an app that starts. "
            + "Is a setting or a service missing? The test can provide both: LoadTest.For<Program>(app => app.Configuration[\"ConnectionStrings:Shop\"] = \"...\"), and app.ConfigureServices.",
            await Problem(Mode("throws")));

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
            "TestApp can't answer requests: its host has no web server. Expected: an ASP.NET Core app. "
            + "Is it a worker on a plain Host? Name a type of the web app's project, or build it with WebApplication.CreateBuilder.",
            await Problem(Mode("never listens")));

    [Fact]
    public async Task An_app_that_is_a_plain_program() =>
        Assert.Equal(
            "TestApp built no host. Expected: an ASP.NET Core app. "
            + "Is it a console program? Or does it end, or wait for minutes, before it builds its host? Name a type of the web app's project.",
            await Problem(Mode("is a plain program")));

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
