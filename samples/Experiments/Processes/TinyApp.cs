using System.Diagnostics;
using ThroughputKit;

namespace Experiments;

/// <summary>The small app of samples/TinyApi, published in one of several ways.</summary>
/// <param name="Name">The way.</param>
/// <param name="Folder">The folder that it was published to.</param>
internal sealed record TinyApp(string Name, string Folder)
{
    /// <summary>Starts it on a free port. Returns it with its address.</summary>
    public async Task<(Server Server, string Address)> StartAsync(CancellationToken cancellationToken)
    {
        var port = Server.FreePort();
        var address = $"http://127.0.0.1:{port}";
        var start = new ProcessStartInfo(Path.Combine(Folder, "TinyApi"), ["--urls", address]) { Environment = { ["Logging__LogLevel__Default"] = "Warning" } };
        return (await Server.StartAsync(start, port, cancellationToken), address);
    }

    public static LoadTest Test(string address) => LoadTest.Against(address).Get("/hello");

    /// <summary>Measures the time from its start to the first response, and its first second.</summary>
    public async Task<LoadSample> MeasureStartAsync(CancellationToken cancellationToken)
    {
        var begun = Stopwatch.GetTimestamp();
        var (server, address) = await StartAsync(cancellationToken);
        await using var stopping = server;
        using var client = LocalApp.CreateClient(address);
        await client.GetStringAsync("/hello", cancellationToken);
        var first = Stopwatch.GetElapsedTime(begun);
        var result = await Test(address).With(o => (o.WarmUp, o.Duration) = (TimeSpan.Zero, TimeSpan.FromSeconds(1))).RunAsync(cancellationToken);
        server.Process.Refresh();
        var memory = server.Process.PeakWorkingSet64;
        return new LoadSample(result.Rps) { P99 = result.Latency.P99, Failed = result.Failed, FirstResponse = first, WorkingSetPeak = memory };
    }
}
