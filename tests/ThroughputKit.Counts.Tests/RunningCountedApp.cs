using ThroughputKit.Counting;
using ThroughputKit.Hosting.Published;
using ThroughputKit.Probes;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Counts;

/// <summary>The counted app, in this process or in one of its own.</summary>
internal sealed class RunningCountedApp : IAsyncDisposable
{
    private static readonly TimeSpan _timeToStart = TimeSpan.FromMinutes(1);

    private readonly Func<Task> _stop;
    private readonly IProcessProbe _probe;
    private readonly int? _ownPort;

    private RunningCountedApp(Uri address, IProcessProbe probe, int? ownPort, Func<Task> stop)
    {
        (_stop, _probe, _ownPort) = (stop, probe, ownPort);
        Client = new HttpClient { BaseAddress = address };
    }

    public HttpClient Client { get; }

    public static async Task<RunningCountedApp> StartAsync(bool isPublished, string? sqlite = null, string? postgreSql = null)
    {
        if (isPublished)
        {
            var options = new PublishedAppOptions { Configuration = { ["Sqlite"] = sqlite, ["PostgreSql"] = postgreSql } };
            var target = new PublishedAppTarget(Path.GetDirectoryName(Built.Assembly("CountedApp"))!, options);
            var started = await target.StartAsync(_timeToStart, CancellationToken.None);
            return new RunningCountedApp(started.Address, started.Probe!, ownPort: null, () => started.StopAsync(_timeToStart));
        }

        var app = CountedApp.App.Build(["--urls=http://127.0.0.1:0", $"--Sqlite={sqlite}", $"--PostgreSql={postgreSql}"]);
        await app.StartAsync();
        var (address, probe) = (new Uri(app.Urls.Single()), new ThisProcess());
        return new RunningCountedApp(address, probe, address.Port, async () =>
        {
            probe.Dispose();
            await app.DisposeAsync();
        });
    }

    /// <summary>Sends a request so and so often while everything is counted. Returns what was counted, and the counts between two reads.</summary>
    public async Task<(CountedTexts Counted, long[] Counts)> CountAsync(string path, int times)
    {
        _probe.BeginCounting(_ownPort);
        await Task.Delay(_probe.CountsSettleIn()!.Value);
        Assert.Equal(TimeSpan.Zero, _probe.CountsSettleIn());
        var before = _probe.ReadCounts()!;
        for (var i = 0; i < times; i++)
        {
            await Client.GetStringAsync(path);
        }

        var after = _probe.ReadCounts()!;
        return (_probe.EndCounting()!, [.. after.Zip(before, (a, b) => a - b)]);
    }

    public async ValueTask DisposeAsync()
    {
        Client.Dispose();
        await _stop();
    }
}
