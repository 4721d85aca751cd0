using System.Net;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using TestApp;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Hosting;

/// <summary>Factories of the caller's: put on Kestrel while that is possible, never disposed.</summary>
public class CallersFactoryTests
{
    // UseKestrel(port) of the framework sets the port only when a minimal app may already be starting, and then throws.
    private static readonly Action<KestrelServerOptions> _anyPort = kestrel => kestrel.Listen(IPAddress.Loopback, 0);

    [Fact]
    public async Task A_factory_that_has_not_started_is_put_on_Kestrel_and_goes_on_running()
    {
        await using var factory = new WebApplicationFactory<App>();

        var first = Identity.Check(await LoadTest.For(factory).Get("/text").Sending(20).RunAsync());
        var second = Identity.Check(await LoadTest.For(factory).Get("/text").Sending(20).RunAsync());

        Assert.Equal((20, 20), (first.Succeeded, second.Succeeded));
        Assert.NotNull(first.Startup.HostStart);
        Assert.Null(second.Startup.HostStart);
        using var client = factory.CreateClient();
        Assert.Equal("hello", await client.GetStringAsync(new Uri("/text", UriKind.Relative)));
    }

    [Fact]
    public async Task Two_runs_at_once_start_a_factory_once()
    {
        await using var factory = new WebApplicationFactory<App>();
        var test = LoadTest.For(factory).Get("/text").Sending(20);

        var results = await Task.WhenAll(Enumerable.Range(0, 4).Select(_ => test.RunAsync()));

        Assert.All(results, r => Assert.Equal(20, r.Succeeded));
        Assert.Single(results, r => r.Startup.HostStart is not null);
    }

    [Fact]
    public async Task A_factory_on_Kestrel_is_loaded_as_it_is()
    {
        await using var factory = new WebApplicationFactory<App>();
        factory.UseKestrel(k => k.ListenLocalhost(FreePort.Find()));
        factory.StartServer();

        Assert.Equal(20, (await LoadTest.For(factory).Get("/text").Sending(20).RunAsync()).Succeeded);
    }

    [Fact]
    public async Task A_derived_factory_is_put_on_Kestrel_too()
    {
        await using var factory = new WebApplicationFactory<App>();
        var derived = factory.WithWebHostBuilder(b => b.UseSetting("Size", "twelve"));

        Assert.Equal(20, (await LoadTest.For(derived).Get("/setting/Size").Sending(20).RunAsync()).Succeeded);
    }

    [Fact]
    public async Task A_factory_started_on_TestServer()
    {
        await using var factory = new WebApplicationFactory<App>();
        using var client = factory.CreateClient();

        Assert.Equal(
            "The factory of TestApp has already started on TestServer. Expected: a factory that hasn't been started, or one on Kestrel. "
            + "CreateClient, Server or Services starts it. Pass the factory to LoadTest.For before that, or call UseKestrel and StartServer on it first. "
            + "A factory from WithWebHostBuilder doesn't inherit UseKestrel: call it on that factory itself.",
            await Problem(factory));
    }

    [Fact]
    public async Task A_derived_factory_started_on_TestServer()
    {
        await using var factory = new WebApplicationFactory<App>();
        factory.UseKestrel(_anyPort);
        var derived = factory.WithWebHostBuilder(_ => { });
        _ = derived.Services;

        Assert.StartsWith("The factory of TestApp has already started on TestServer.", await Problem(derived), StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_callers_own_Kestrel_options_hold()
    {
        await using var factory = new WebApplicationFactory<App>();
        factory.UseKestrel(kestrel => kestrel.Limits.MaxRequestBodySize = 10);

        var result = await LoadTest.For(factory).PostJson("/echo", new { Text = "longer than ten bytes" }).Sending(5).RunAsync();

        Assert.Equal(5, result.Failed);
    }

    [Fact]
    public async Task The_callers_own_endpoint_is_loaded()
    {
        var port = FreePort.Find();
        Uri? loaded = null;
        await using var factory = new WebApplicationFactory<App>();
        factory.UseKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, port, endpoint => endpoint.UseHttps(Certificate.ForLocalhost())));

        await LoadTest.For(factory).Get("/text").Prepare((client, _) =>
        {
            loaded = client.BaseAddress;
            return Task.CompletedTask;
        }).Sending(1).RunAsync();

        Assert.Equal(new Uri($"https://127.0.0.1:{port}"), loaded);
    }

    [Fact]
    public async Task A_factory_that_has_been_disposed()
    {
        var factory = new WebApplicationFactory<App>();
        factory.UseKestrel(_anyPort);
        factory.StartServer();
        await factory.DisposeAsync();

        Assert.StartsWith("The factory of TestApp has been disposed.", await Problem(factory), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_factory_of_an_app_that_throws()
    {
        await using var factory = new WebApplicationFactory<App>();
        var derived = factory.WithWebHostBuilder(b => b.UseSetting("Mode", "throws"));

        Assert.StartsWith("TestApp threw at start: InvalidOperationException:", await Problem(derived), StringComparison.Ordinal);
    }

    private static async Task<string> Problem(WebApplicationFactory<App> factory) => Assert.Single(
        (await Assert.ThrowsAsync<LoadTestException>(() => LoadTest.For(factory).Get("/text").RunAsync())).Problems);
}
