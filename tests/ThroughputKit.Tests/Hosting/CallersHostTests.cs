using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.AspNetCore.TestHost;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using TestApp;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Hosting;

/// <summary>Hosts of the caller's: started if they must be, never stopped.</summary>
public class CallersHostTests
{
    [Fact]
    public async Task A_host_that_is_not_running_is_started_and_goes_on_running()
    {
        await using var app = Build();

        var first = Identity.Check(await LoadTest.For(app).Get("/text").Sending(20).RunAsync());
        var second = Identity.Check(await LoadTest.For(app).Get("/text").Sending(20).RunAsync());

        Assert.Equal((20, 20), (first.Succeeded, second.Succeeded));
        Assert.NotNull(first.Startup.HostStart);
        Assert.Null(second.Startup.HostStart);
        Assert.False(app.Lifetime.ApplicationStopping.IsCancellationRequested);
    }

    [Fact]
    public async Task A_host_that_runs_is_loaded_as_it_is()
    {
        await using var app = Build();
        await app.StartAsync();

        Assert.Equal(20, (await LoadTest.For(app).Get("/text").Sending(20).RunAsync()).Succeeded);
    }

    [Fact]
    public async Task Two_runs_at_once_start_a_host_once()
    {
        await using var app = Build();
        var test = LoadTest.For(app).Get("/text").Sending(20);

        var results = await Task.WhenAll(Enumerable.Range(0, 4).Select(_ => test.RunAsync()));

        Assert.All(results, r => Assert.Equal(20, r.Succeeded));
        Assert.Single(results, r => r.Startup.HostStart is not null);
    }

    [Fact]
    public async Task The_development_environment_and_logging_are_only_reported()
    {
        await using var app = Build(b =>
        {
            b.Environment.EnvironmentName = Environments.Development;
            b.Configuration["Logging:LogLevel:Microsoft.AspNetCore"] = "Information";
        });

        // More entries than wait in the console's queue, so however far that lags behind, most of them are out.
        var result = await LoadTest.For(app).Get("/text").Sending(1_000).RunAsync();

        Assert.Equal(["AppLogging", "DevelopmentEnvironment", "RequestLogging"], result.FindingsOfApp().Select(f => f.Name).Order(StringComparer.Ordinal));
        Assert.Equal(1_000, result.Succeeded);
    }

    [Fact]
    public async Task A_host_that_blocks_in_its_start()
    {
        await using var app = Build(b => b.Services.AddHostedService(_ => new FaultyService("blocks in a hosted service")));

        var exception = await Assert.ThrowsAsync<LoadTestException>(
            () => LoadTest.For(app).Get("/text").With(o => o.StartTimeout = TimeSpan.FromMilliseconds(300)).RunAsync());

        Assert.StartsWith("The host did not start within 0.3 s.", Assert.Single(exception.Problems), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_host_disposed_under_load_loses_no_result()
    {
        const int Connections = 4, Answered = 100, Failed = 12; // few, since the load pauses after each failure to connect
        var requests = 0;
        var allWait = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var app = Build();
        app.MapGet("/hundred", (HttpContext context) =>
        {
            var request = Interlocked.Increment(ref requests);
            if (request == Answered + Connections)
            {
                allWait.SetResult(); // so every earlier request has been answered
            }

            return request <= Answered ? Task.CompletedTask : Task.Delay(Timeout.Infinite, context.RequestAborted);
        });
        var run = LoadTest.For(app).Get("/hundred").Sending(Answered + Failed, Connections).RunAsync();
        await allWait.Task.WaitAsync(TimeSpan.FromSeconds(60));
        await app.DisposeAsync();

        var result = Identity.Check(await run);

        Assert.Equal((Answered, Failed), (result.Succeeded, result.Failed));
    }

    [Fact]
    public async Task A_host_without_a_web_server()
    {
        using var host = new HostBuilder().Build();

        var problem = await Problem(host);

        Assert.StartsWith("The host listens on nothing. Expected: a host that listens", problem, StringComparison.Ordinal);
        Assert.EndsWith("If it starts apps in other processes, as Aspire does, load one of those: LoadTest.Against(host.GetEndpoint(\"name\")).", problem, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Of_several_endpoints_one_that_speaks_HTTP_1_1_is_loaded()
    {
        await using var app = Build(b => b.WebHost.ConfigureKestrel(k =>
        {
            k.Listen(IPAddress.Loopback, 0, e => e.Protocols = HttpProtocols.Http2);
            k.Listen(IPAddress.Loopback, 0, e => e.Run(_ => Task.CompletedTask));
            k.Listen(IPAddress.Loopback, 0, e => e.Protocols = HttpProtocols.Http1);
        }));

        Assert.Equal(20, Identity.Check(await LoadTest.For(app).Get("/text").Sending(20).RunAsync()).Succeeded);
    }

    [Fact]
    public async Task A_host_on_TestServer()
    {
        await using var app = Build(b => b.WebHost.UseTestServer());

        Assert.StartsWith("The host runs on TestServer.", await Problem(app), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_host_on_a_pipe_alone()
    {
        var path = Path.Combine(Path.GetTempPath(), $"{Guid.NewGuid():N}.sock");
        await using var app = Build(b => b.WebHost.ConfigureKestrel(k => k.ListenUnixSocket(path)));

        Assert.StartsWith($"The host listens on http://unix:{path} only.", await Problem(app), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_host_that_has_been_stopped()
    {
        await using var app = Build();
        await app.StartAsync();
        await app.StopAsync();

        Assert.StartsWith("The host has been stopped.", await Problem(app), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_host_that_has_been_disposed()
    {
        var app = Build();
        await app.DisposeAsync();

        Assert.StartsWith("The host has been disposed.", await Problem(app), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_host_whose_port_is_taken()
    {
        await using var first = Build();
        await first.StartAsync();
        await using var second = Build(b => b.WebHost.UseUrls(first.Urls.Single()));

        Assert.StartsWith("The host could not start because a port that ", await Problem(second), StringComparison.Ordinal);
    }

    [Fact]
    public async Task TLS_is_spoken_where_there_is_nothing_else()
    {
        using var certificate = Certificate.ForLocalhost();
        await using var app = Build(b => b.WebHost.ConfigureKestrel(k => k.Listen(IPAddress.Loopback, 0, l => l.UseHttps(certificate))));

        var result = Identity.Check(await LoadTest.For(app).Get("/text").Sending(100)
            .Prepare((client, token) => client.GetAsync(new Uri("/text", UriKind.Relative), token)).RunAsync());

        Assert.Equal(100, result.Succeeded);
        Assert.InRange(result.ConnectionsOpened, 1, 4);
    }

    private static WebApplication Build(Action<WebApplicationBuilder>? configure = null)
    {
        var builder = WebApplication.CreateBuilder();
        builder.Environment.EnvironmentName = Environments.Production;
        builder.Configuration["Logging:LogLevel:Default"] = "Warning";
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        configure?.Invoke(builder);
        return App.Build(builder);
    }

    private static async Task<string> Problem(IHost host) => Assert.Single(
        (await Assert.ThrowsAsync<LoadTestException>(() => LoadTest.For(host).Get("/text").RunAsync())).Problems);
}
