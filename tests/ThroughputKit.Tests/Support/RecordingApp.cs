using System.Collections.Concurrent;
using System.Diagnostics;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace ThroughputKit.Tests.Support;

/// <summary>An app on Kestrel that keeps what it received.</summary>
internal sealed class RecordingApp : IAsyncDisposable
{
    private readonly ConcurrentQueue<Request> _received = new();
    private readonly WebApplication _app;
    private (int Count, CancellationTokenSource End) _enough = (int.MaxValue, new CancellationTokenSource());

    private RecordingApp(Func<HttpContext, Request, Task> answer, int maxKept)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.Logging.ClearProviders();
        _app = builder.Build();
        _app.Run(async context =>
        {
            using var reader = new StreamReader(context.Request.Body);
            var target = context.Features.Get<IHttpRequestFeature>()!.RawTarget;
            var headers = context.Request.Headers;
            var request = new Request(
                context.Connection.Id, context.Request.Method, target, $"{headers["X-Value"]}", await reader.ReadToEndAsync(), $"{headers.Cookie}", Stopwatch.GetTimestamp());
            if (_received.Count < maxKept)
            {
                _received.Enqueue(request);
            }

            if (_received.Count >= _enough.Count)
            {
                await _enough.End.CancelAsync();
            }

            await answer(context, request);
        });
    }

    /// <summary>Gets all requests, in the order of their arrival.</summary>
    public IReadOnlyList<Request> Received => [.. _received];

    /// <summary>Gets the targets of all requests.</summary>
    public IEnumerable<string> Targets => _received.Select(r => r.Target);

    public IHost Host => _app;

    public string Address => _app.Urls.Single();

    public LoadTest Test => LoadTest.Against(Address);

    /// <param name="answer">Answers a request; if omitted, with "ok".</param>
    /// <param name="maxKept">The number of requests to keep, about: what keeps them allocates by doubling.</param>
    public static async Task<RecordingApp> StartAsync(Func<HttpContext, Request, Task>? answer = null, int maxKept = int.MaxValue)
    {
        var app = new RecordingApp(answer ?? ((context, _) => context.Response.WriteAsync("ok")), maxKept);
        await app._app.StartAsync();
        return app;
    }

    /// <summary>Runs a test that has no number of requests until the app has received this many more.</summary>
    public async Task<LoadResult> ReceiveAsync(LoadTest test, int count)
    {
        using var end = new CancellationTokenSource();
        _enough = (_received.Count + count, end);
        var result = await test.Lasting(60_000, connections: 3).RunAsync(end.Token);
        _enough = (int.MaxValue, end);
        return result;
    }

    public ValueTask DisposeAsync() => _app.DisposeAsync();

    /// <param name="Connection">The connection that it came on.</param>
    /// <param name="Method">Its method.</param>
    /// <param name="Target">Its path and query, as sent.</param>
    /// <param name="Header">The value of its header X-Value.</param>
    /// <param name="Body">Its body.</param>
    /// <param name="Cookie">The value of its header Cookie.</param>
    /// <param name="At">When it had come, in Stopwatch ticks.</param>
    internal sealed record Request(string Connection, string Method, string Target, string Header, string Body, string Cookie, long At);
}
