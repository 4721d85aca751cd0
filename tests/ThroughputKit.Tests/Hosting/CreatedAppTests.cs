using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;
using TestApp;
using ThroughputKit.Hosting;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Hosting;

/// <summary>Apps that the kit starts from their entry point.</summary>
public class CreatedAppTests
{
    [Fact]
    public async Task Starts_the_app_and_stops_it()
    {
        var stopped = new TaskCompletionSource();

        var result = Identity.Check(await LoadTest.For<App>(a => a.ConfigureServices = services =>
            services.AddHostedService(_ => new LifeSignal(() => { }, () => stopped.TrySetResult()))).Get("/text").Sending(50).RunAsync());

        Assert.Equal((50, 50), (result.Sent, result.Succeeded));
        Assert.True(stopped.Task.IsCompletedSuccessfully);
        Assert.True(result.Startup.HostStart > TimeSpan.Zero);
        Assert.True(result.Startup.FirstResponse > TimeSpan.Zero);
        Assert.Equal("MaxStartMs", Assert.Throws<LoadGateException>(() => result.VerifyAsIs(new() { MaxStartMs = 1e-6 })).Failures.Single().Gate);
        Assert.Empty(result.FindingsOfApp());
    }

    [Fact]
    public async Task Any_public_type_of_the_app_will_do() =>
        Assert.Equal(10, (await LoadTest.For<Counter>().Get("/text").Sending(10).RunAsync()).Succeeded);

    [Fact]
    public async Task Finds_the_content_root_and_the_settings_of_the_app()
    {
        var result = await LoadTest.For<HelloApi.HelloApp>().Get("/hello")
            .Prepare(async (client, token) =>
                Assert.Contains("Hello", await client.GetStringAsync(new Uri("/hello", UriKind.Relative), token), StringComparison.Ordinal))
            .Sending(10).RunAsync();

        Assert.Equal(10, result.Succeeded);
    }

    [Theory]
    [InlineData(null, "Production")]
    [InlineData("Staging", "Staging")]
    public async Task Runs_as_production_unless_told_otherwise(string? environment, string expected) =>
        Assert.Equal(expected, await Ask("environment", app => app.Environment = environment ?? app.Environment));

    [Fact]
    public async Task Overrides_settings() =>
        Assert.Equal("twelve", await Ask("Size", app => app.Configuration["Size"] = "twelve"));

    [Fact]
    public async Task Settings_that_the_builder_did_not_have_are_a_finding()
    {
        var early = "";

        var result = await LoadTest.For<App>(app => (app.Configuration["Mode"], app.Configuration["Size"]) = ("ignores its arguments", "twelve"))
            .Get("/setting/Size")
            .Prepare(async (client, token) => { early = await client.GetStringAsync(new Uri("/setting/Early", UriKind.Relative), token); })
            .Sending(1).RunAsync();

        Assert.Equal("none", early);
        Assert.Contains("lacks these settings of the test: Mode, Size.", Assert.Single(result.Findings, f => f.Name == "LateSettings").Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_environment_that_the_app_did_not_take_is_an_error() => Assert.StartsWith(
        "TestApp runs in the environment Production, and the test asks for Staging.",
        Assert.Single((await Assert.ThrowsAsync<LoadTestException>(
            () => Ask("environment", app => (app.Environment, app.Configuration["Mode"]) = ("Staging", "ignores its arguments")))).Problems),
        StringComparison.Ordinal);

    [Fact]
    public async Task Endpoints_with_TLS_that_the_test_asks_for_are_an_error()
    {
        async Task CheckAsync(Action<AppOptions> configure) => Assert.StartsWith(
            "The test asks for an endpoint with TLS: ",
            Assert.Single((await Assert.ThrowsAsync<LoadTestException>(() => Ask("Size", configure))).Problems), StringComparison.Ordinal);

        await CheckAsync(app => app.Configuration["urls"] = "https://127.0.0.1:0");
        await CheckAsync(app => app.Configuration["Kestrel:Endpoints:Shop:Url"] = "https://127.0.0.1:0");
        await CheckAsync(app => app.ConfigureWebHost = web => web.UseUrls("https://127.0.0.1:0"));
    }

    [Fact]
    public async Task A_setting_that_is_null_is_hidden_even_before_the_app_is_built()
    {
        var result = await LoadTest.For<App>(app =>
        {
            app.ConfigureWebHost = web => web.UseSetting("Mode", "throws"); // before it is built
            app.Configuration["Mode"] = null;
        }).Get("/text").Sending(1).RunAsync();

        Assert.Equal(1, result.Succeeded);
    }

    [Fact]
    public async Task Overrides_the_web_host() =>
        Assert.Equal("thirteen", await Ask("Size", app => app.ConfigureWebHost = web => web.UseSetting("Size", "thirteen")));

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Keeps_the_frameworks_log_only_if_told_to(bool keep)
    {
        var log = new CountingLoggerProvider();

        var result = await LoadTest.For<App>(app =>
        {
            app.KeepFrameworkLogging = keep;
            app.Configuration["Logging:LogLevel:Microsoft.AspNetCore"] = "Information";
            app.Configuration["Logging:Console:LogLevel:Default"] = "Information";
            app.Configuration["Logging:LogLevel:Microsoft.AspNetCore.Hosting.Diagnostics"] = "Information";
            app.ConfigureServices = services => services.AddSingleton<Microsoft.Extensions.Logging.ILoggerProvider>(log);
        }).Get("/text").Sending(10).RunAsync();

        Assert.Equal(keep, log.Lines("Microsoft.AspNetCore") > 0);
        Assert.Equal(keep, log.Lines("Microsoft.Hosting") > 0);
        Assert.Equal(keep, result.Findings.Any(f => f.Name == "RequestLogging"));
    }

    [Fact]
    public async Task Is_loaded_on_the_kits_own_port_whatever_else_it_listens_on()
    {
        var port = FreePort.Find();
        Uri? loaded = null;

        await LoadTest.For<App>(app => (app.Configuration["Mode"], app.Configuration["Port"]) = ("listens elsewhere too", $"{port}"))
            .Get("/text").Prepare((client, _) =>
            {
                loaded = client.BaseAddress;
                return Task.CompletedTask;
            }).Sending(1).RunAsync();

        Assert.NotEqual(port, loaded!.Port);
    }

    [Fact]
    public async Task A_stop_that_fails_loses_no_result() =>
        await CheckStopFailed("fails at stop", "The app could not be stopped: InvalidOperationException: The queue 'orders' has gone");

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_stop_that_hangs_loses_no_result() => await CheckStopFailed("hangs at stop", "The app could not be stopped: it was still stopping after 10 s.");

    [Fact]
    public async Task A_stop_that_hangs_is_given_up()
    {
        var options = new AppOptions();
        options.Configuration["Mode"] = "hangs at stop";
        var app = await new CreatedAppTarget<App>(() => options).StartAsync(TimeSpan.FromSeconds(60), CancellationToken.None);

        Assert.Equal("it was still stopping after 0.1 s", await app.StopAsync(TimeSpan.FromMilliseconds(100)));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task An_app_that_stops_itself_loses_no_result()
    {
        var result = Identity.Check(await LoadTest.For<App>().Get("/stop").Lasting(2_000).RunAsync());

        Assert.True(result.Sent > 0);
        Assert.Contains(result.Findings, f => f.Name == "AppStopped");
    }

    [Fact]
    public async Task No_gate_passes_of_an_app_that_stops_itself()
    {
        var result = await LoadTest.For<App>().Get("/stop").Lasting(300).RunAsync();

        Assert.All(
            [result, LoadResult.FromJson(result.ToJson())],
            r => Assert.Contains(
                "the app stopped before the run ended, so its figures are incomplete",
                Assert.Throws<LoadGateException>(() => r.VerifyAsIs(new() { MaxFailures = 1_000_000 })).Message, StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_fixed_number_of_requests_ends_with_an_app_that_stops_itself()
    {
        var result = Identity.Check(await LoadTest.For<App>().Get("/stop").Sending(1_000_000).RunAsync());

        Assert.True(result.Sent < 1_000_000);
        Assert.Contains(result.Findings, f => f.Name == "AppStopped");
        Assert.Contains(
            "requests were sent before the run ended",
            Assert.Throws<LoadGateException>(() => result.VerifyAsIs(new() { MaxFailurePercent = 99 })).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_exception_of_a_background_service_that_ended_the_app_is_in_the_finding()
    {
        var result = Identity.Check(await LoadTest.For<App>(app =>
        {
            app.Configuration["Mode"] = "crashes in the background";
            app.Configuration["Logging:LogLevel:Default"] = "None"; // known all the same
        }).Get("/crash").Sending(1_000_000).RunAsync());

        Assert.StartsWith(
            "The app began to stop before the run ended. Its error: System.InvalidOperationException: The queue 'orders' was deleted. at TestApp.CrashingService.",
            Assert.Single(result.Findings, f => f.Name == "AppStopped").Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_exception_of_a_background_service_that_ended_the_app_before_the_load_is_in_the_problem()
    {
        var thrown = await Assert.ThrowsAsync<LoadTestException>(() => LoadTest.For<App>(app => app.Configuration["Mode"] = "crashes in the background").Get("/text")
            .Prepare(async (client, token) =>
            {
                while (true)
                {
                    (await client.GetAsync(new Uri("/crash", UriKind.Relative), token)).EnsureSuccessStatusCode();
                }
            }).Sending(1).RunAsync());

        Assert.StartsWith(
            "The app stopped before the load began. Its error: System.InvalidOperationException: The queue 'orders' was deleted. at ",
            thrown.Problems[1], StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_first_request_that_fails_is_no_first_response()
    {
        var result = await LoadTest.For<App>().Get("/every-third").Send(LoadRequest.Get("/every-third")).With(o =>
        {
            o.Connections = 1;
            o.Requests = 3;
            o.WarmUp = TimeSpan.Zero;
            o.IsSuccess = status => status == 500;
        }).RunAsync();

        Assert.Equal((3, 1), (result.Sent, result.Succeeded));
        Assert.Null(result.Startup.FirstResponse);
        Assert.StartsWith(
            "MaxFirstResponseMs is set, but this run has no such figure.",
            Assert.Throws<LoadTestException>(() => result.VerifyAsIs(new() { MaxFirstResponseMs = 1e6 })).Problems[0],
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task Two_runs_at_once_have_two_apps()
    {
        var test = LoadTest.For<App>().Get("/every-third").Sending(300);

        var results = await Task.WhenAll(test.RunAsync(), test.RunAsync());

        Assert.All(results, r => Assert.Equal((300, 100), (Identity.Check(r).Sent, r.Failed)));
        Assert.All(results, r => Assert.Equal(r.OverlappedAnotherRun, r.Findings.Any(f => f.Name == "Overlap")));
    }

    private static async Task CheckStopFailed(string mode, string message)
    {
        var result = Identity.Check(await LoadTest.For<App>(app => app.Configuration["Mode"] = mode).Get("/text").Sending(20).RunAsync());

        Assert.Equal(20, result.Succeeded);
        Assert.StartsWith(message, Assert.Single(result.Findings, f => f.Name == "StopFailed").Message, StringComparison.Ordinal);
    }

    private static async Task<string> Ask(string key, Action<AppOptions> configure)
    {
        var answer = "";
        await LoadTest.For<App>(configure).Get("/text")
            .Prepare(async (client, token) => { answer = await client.GetStringAsync(new Uri($"/setting/{key}", UriKind.Relative), token); })
            .Sending(1).RunAsync();
        return answer;
    }
}
