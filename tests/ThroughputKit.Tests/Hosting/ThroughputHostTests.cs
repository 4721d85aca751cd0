using Microsoft.Extensions.DependencyInjection;
using TestApp;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Hosting;

/// <summary>One started app for many tests.</summary>
public class ThroughputHostTests
{
    [Fact]
    public async Task Starts_with_the_first_test_and_stops_with_itself()
    {
        var (started, stopped) = (0, 0);
        await using (var host = new Host(app => app.ConfigureServices = services =>
            services.AddHostedService(_ => new LifeSignal(() => started++, () => stopped++))))
        {
            Assert.Equal(0, started);

            var first = Identity.Check(await LoadTest.For(host).Get("/text").Sending(20).RunAsync());
            var second = Identity.Check(await LoadTest.For(host).Get("/text").Sending(20).RunAsync());

            Assert.Equal((20, 20), (first.Succeeded, second.Succeeded));
            Assert.Equal((true, false), (first.Startup.HostStart > TimeSpan.Zero, second.Startup.HostStart is not null));
            Assert.True(second.Memory.IsAvailable);
            Assert.Equal((1, 0), (started, stopped));
        }

        Assert.Equal((1, 1), (started, stopped));
    }

    [Fact]
    public async Task Gives_the_address_and_the_services()
    {
        await using var host = new Host(app => app.Configuration["Mode"] = "seeded");
        using var client = new HttpClient();

        host.Services.GetRequiredService<Counter>().Next();

        Assert.Equal("seeded", await client.GetStringAsync(new Uri(host.Address, "/setting/Mode")));
        Assert.Equal(2, host.Services.GetRequiredService<Counter>().Next());
        Assert.Equal(5, (await LoadTest.For(host).Get("/text").Sending(5).RunAsync()).Succeeded);
    }

    [Fact]
    public async Task Can_be_started_before_it_is_needed_and_has_a_client()
    {
        var started = 0;
        await using var host = new Host(app =>
        {
            app.Configuration["Mode"] = "seeded";
            app.ConfigureServices = services => services.AddHostedService(_ => new LifeSignal(() => started++, () => { }));
        });

        await host.StartAsync();
        Assert.Equal(1, started);
        using var client = host.CreateClient();

        Assert.Equal("seeded", await client.GetStringAsync(new Uri("/setting/Mode", UriKind.Relative)));
        Assert.Equal(1, started);
    }

    [Fact]
    public async Task An_app_that_cannot_start_is_tried_once_and_explained_once()
    {
        var tries = 0;
        await using var host = new Host(app => app.ConfigureServices = services =>
            services.AddHostedService(_ => new LifeSignal(
                () =>
                {
                    tries++;
                    throw new InvalidOperationException("The connection string 'Shop' is missing.");
                },
                () => { })));
        var test = LoadTest.For(host).Get("/text").Sending(1);

        var first = await Assert.ThrowsAsync<LoadTestException>(() => test.RunAsync());
        var second = await Assert.ThrowsAsync<LoadTestException>(() => test.RunAsync());

        Assert.Contains("The connection string 'Shop' is missing.", first.Message, StringComparison.Ordinal);
        Assert.Equal(
            "TestApp could not be started for an earlier test. Expected: an app that starts. The first test that needed it reports the cause.",
            Assert.Single(second.Problems));
        Assert.Equal(1, tries);
    }

    [Fact]
    public async Task A_start_that_one_test_gave_up_goes_on_for_the_next()
    {
        var release = new TaskCompletionSource();
        await using var host = new Host(app => app.ConfigureServices = services =>
            services.AddHostedService(_ => new LifeSignal(() => release.Task.Wait(), () => { })));
        var test = LoadTest.For(host).Get("/text").Sending(5);
        using var cancellation = new CancellationTokenSource(TimeSpan.FromMilliseconds(50));

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => test.RunAsync(cancellation.Token));
        release.SetResult();

        Assert.Equal(5, (await test.RunAsync()).Succeeded);
    }

    [Fact]
    public async Task Tests_at_the_same_time_have_one_app()
    {
        var started = 0;
        await using var host = new Host(app => app.ConfigureServices = services =>
            services.AddHostedService(_ => new LifeSignal(() => Interlocked.Increment(ref started), () => { })));
        var test = LoadTest.For(host).Get("/text").Sending(50);

        await Task.WhenAll(test.RunAsync(), test.RunAsync());

        Assert.Equal(1, started);
    }

    [Fact]
    public async Task A_disposed_host_is_named()
    {
        var host = new Host(_ => { });
        var test = LoadTest.For(host).Get("/text").Sending(5);
        await test.RunAsync();

        host.Dispose();
        await host.DisposeAsync();

        Assert.Equal(
            "The host of TestApp has been disposed. Expected: a host that runs or can be started. Dispose it after the last load test, not before.",
            Assert.Single((await Assert.ThrowsAsync<LoadTestException>(() => test.RunAsync())).Problems));
        Assert.Throws<LoadTestException>(() => host.Address);
    }

    [Fact]
    public async Task An_app_that_has_stopped_itself_is_named()
    {
        await using var host = new Host(_ => { });
        await LoadTest.For(host).Get("/stop").Sending(1_000_000).RunAsync();

        Assert.Equal(
            "TestApp has stopped on its own since it was last loaded. Expected: an app that runs. Does something call StopApplication, or dispose the app's host?",
            Assert.Single((await Assert.ThrowsAsync<LoadTestException>(() => LoadTest.For(host).Get("/text").RunAsync())).Problems));
    }

    [Fact]
    public async Task A_stop_that_fails_is_told()
    {
        var host = new Host(app => app.Configuration["Mode"] = "fails at stop");
        await LoadTest.For(host).Get("/text").Sending(5).RunAsync();

        var exception = Assert.Throws<LoadTestException>(host.Dispose);

        Assert.StartsWith("TestApp could not be stopped: InvalidOperationException: The queue 'orders' has gone", Assert.Single(exception.Problems), StringComparison.Ordinal);
    }

    [Fact]
    public void A_host_that_was_never_used_starts_nothing()
    {
        var started = 0;
        new Host(app => app.ConfigureServices = services => services.AddHostedService(_ => new LifeSignal(() => started++, () => { }))).Dispose();

        Assert.Equal(0, started);
    }

    [Fact]
    public async Task Configure_that_throws_is_told_once()
    {
        await using var host = new Host(_ => throw new InvalidOperationException("no settings"));
        var test = LoadTest.For(host).Get("/text").Sending(1);

        var first = await Assert.ThrowsAsync<LoadTestException>(() => test.RunAsync());
        var second = await Assert.ThrowsAsync<LoadTestException>(() => test.RunAsync());

        Assert.Equal(
            "The options of TestApp could not be created: Configure threw InvalidOperationException: no settings. Expected: a Configure that sets options. Configure runs before the app starts.",
            Assert.Single(first.Problems));
        Assert.StartsWith("TestApp could not be started for an earlier test.", Assert.Single(second.Problems), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Configure_that_asks_for_the_running_app_is_an_error_and_no_deadlock()
    {
        await using var host = new SelfAsking();

        var exception = await Assert.ThrowsAsync<LoadTestException>(() => LoadTest.For(host).Get("/text").Sending(1).RunAsync());

        Assert.Equal(
            "Configure reads Address or Services. Expected: a Configure that only sets options. The app starts with the options that Configure sets. Before that, it has no address and no services.",
            Assert.Single(exception.Problems));
    }

    [Fact]
    public async Task A_derived_host_is_released_either_way()
    {
        var (sync, async) = (new Releasing(), new Releasing());

        sync.Dispose();
        await async.DisposeAsync();

        Assert.Equal(["Dispose(True)"], sync.Calls);
        Assert.Equal(["DisposeAsyncCore", "Dispose(False)"], async.Calls);
    }

    private sealed class SelfAsking : ThroughputHost<App>
    {
        protected override void Configure(AppOptions app) => app.Configuration["BaseUrl"] = Address.ToString();
    }

    private sealed class Releasing : ThroughputHost<App>
    {
        public List<string> Calls { get; } = [];

        protected override ValueTask DisposeAsyncCore()
        {
            Calls.Add("DisposeAsyncCore");
            return base.DisposeAsyncCore();
        }

        protected override void Dispose(bool disposing)
        {
            Calls.Add($"Dispose({disposing})");
            base.Dispose(disposing);
        }
    }

    private sealed class Host(Action<AppOptions> configure) : ThroughputHost<App>
    {
        protected override void Configure(AppOptions app) => configure(app);
    }
}
