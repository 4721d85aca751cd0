using System.Collections.Concurrent;
using System.Net.WebSockets;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;

namespace ThroughputKit.Tests.Engines.Client;

/// <summary>An app on Kestrel that knows its users by a cookie.</summary>
internal sealed class ScenarioApp : IAsyncDisposable
{
    private readonly WebApplication _app;
    private readonly TaskCompletionSource _allMet = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _users;
    private int _met;

    private ScenarioApp()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.Logging.ClearProviders();
        _app = builder.Build();
        _app.Use(next => context =>
        {
            Received.Enqueue((context.Connection.Id, context.Request.Path, context.Request.Cookies["user"] ?? "", $"{context.Request.Headers["X-Tenant"]}"));
            return next(context);
        });
        _app.MapPost("/sign-in", (HttpContext context) =>
        {
            context.Response.Cookies.Append("user", $"u{Interlocked.Increment(ref _users)}");
            return TypedResults.Redirect("/home");
        });
        _app.MapGet("/home", (HttpContext context) => context.Request.Cookies["user"] ?? "nobody");
        _app.MapGet("/order/{id:int}", (int id) => TypedResults.Text($$"""{"id": {{id}}, "state": "paid"}""", "application/json"));
        _app.MapGet("/status/{status:int}", (int status) => TypedResults.StatusCode(status));
        _app.MapGet("/never", async (HttpContext context) =>
        {
            Hanging.TrySetResult();
            await Task.Delay(Timeout.Infinite, context.RequestAborted);
        });
        _app.MapGet("/gate", () => Gate.Task);
        _app.UseWebSockets();
        _app.Map("/echo", async (HttpContext context) =>
        {
            using var socket = await context.WebSockets.AcceptWebSocketAsync();
            var buffer = new byte[100];
            var received = await socket.ReceiveAsync(buffer, context.RequestAborted);
            await socket.SendAsync(buffer.AsMemory(0, received.Count), received.MessageType, endOfMessage: true, context.RequestAborted);
            await socket.CloseAsync(WebSocketCloseStatus.NormalClosure, statusDescription: null, context.RequestAborted);
        });
    }

    /// <summary>Gets what was received: the connection, the path, the user and the tenant.</summary>
    public ConcurrentQueue<(string Connection, string Path, string User, string Tenant)> Received { get; } = new();

    /// <summary>Gets what completes when a request hangs.</summary>
    public TaskCompletionSource Hanging { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Gets what requests of /gate wait for.</summary>
    public TaskCompletionSource Gate { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Waits until so many users have called it, so that each of them takes part.</summary>
    public Task MeetAsync(int users)
    {
        if (Interlocked.Increment(ref _met) == users)
        {
            _allMet.SetResult();
        }

        return _allMet.Task;
    }

    /// <summary>Gets the address of an endpoint that sends back what it receives on a WebSocket.</summary>
    public Uri Echo => new($"{_app.Urls.Single().Replace("http:", "ws:", StringComparison.Ordinal)}/echo");

    public LoadTest Test => LoadTest.Against(_app.Urls.Single());

    /// <summary>Gets a test of the app as one in this process.</summary>
    public LoadTest InProcess => LoadTest.For(_app);

    public static Uri Uri(string path) => new(path, UriKind.Relative);

    public static async Task<ScenarioApp> StartAsync()
    {
        var app = new ScenarioApp();
        await app._app.StartAsync();
        return app;
    }

    public async ValueTask DisposeAsync()
    {
        Gate.TrySetResult();
        await _app.DisposeAsync();
    }
}
