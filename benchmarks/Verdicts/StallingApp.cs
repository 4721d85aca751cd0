using System.Diagnostics;

namespace Verdicts;

/// <summary>An app that answers nothing for a time, counted from the first request after it was made ready.</summary>
/// <param name="from">When it begins to stall; <see langword="null"/> if it never does.</param>
/// <param name="to">When it goes on.</param>
internal sealed class StallingApp(TimeSpan? from, TimeSpan to) : IAsyncDisposable
{
    private long _begun;

    public WebApplication Host { get; private set; } = null!;

    public async Task<StallingApp> StartAsync()
    {
        var builder = WebApplication.CreateBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        Host = builder.Build();
        Host.MapGet("/", async () =>
        {
            var at = At();
            if (at >= from && at < to)
            {
                await Task.Delay(to - at);
            }

            return "Hello, World!";
        });
        await Host.StartAsync();
        return this;
    }

    /// <summary>Lets the next request be the first.</summary>
    public void Ready() => Volatile.Write(ref _begun, 0);

    public ValueTask DisposeAsync() => Host.DisposeAsync();

    private TimeSpan At()
    {
        var now = Stopwatch.GetTimestamp();
        var begun = Interlocked.CompareExchange(ref _begun, now, 0);
        return begun == 0 ? TimeSpan.Zero : Stopwatch.GetElapsedTime(begun, now);
    }
}
