using System.Diagnostics;
using ThroughputKit;

namespace Experiments;

internal sealed class Startup : IExperiment
{
    private static readonly (string Name, string[] Options)[] _kinds =
    [
        ("plain", []),
        ("ReadyToRun", ["-p:PublishReadyToRun=true"]),
        ("trimmed", ["-p:PublishTrimmed=true"]),
        ("single file", ["-p:PublishSingleFile=true"]),
        ("native AOT", ["-p:PublishAot=true"]),
    ];

    public string Name => "startup";

    public string Question => "How soon does an app answer, and how fast is its first second, for each way of publishing it?";

    public string Published => "nothing.";

    public async Task RunAsync(Session session)
    {
        var apps = await Task.WhenAll(_kinds.Select(async kind =>
        {
            var folder = await Publishing.PublishAsync("samples/TinyApi", session.Cancellation, kind.Name.Replace(' ', '-'), kind.Options);
            return (kind.Name, Program: Path.Combine(folder, "TinyApi"));
        }));
        await session.MeasureRoundsAsync(
            "From the start of the process to the first response, and the RPS of the first second",
            [.. apps.Select(a => (a.Name, (Func<CancellationToken, Task<LoadSample>>)(token => ColdAsync(a.Program, token))))]);

        List<Server> servers = [];
        try
        {
            List<(string, LoadTest)> variants = [];
            foreach (var (name, program) in apps)
            {
                var port = Server.FreePort();
                servers.Add(await Server.StartAsync(Start(program, port), port, session.Cancellation));
                variants.Add((name, Test(port)));
            }

            await session.MeasureAsync("Once they are warm", [.. variants]);
        }
        finally
        {
            foreach (var server in servers)
            {
                await server.DisposeAsync();
            }
        }
    }

    private static async Task<LoadSample> ColdAsync(string program, CancellationToken cancellationToken)
    {
        var port = Server.FreePort();
        var begun = Stopwatch.GetTimestamp();
        await using var server = await Server.StartAsync(Start(program, port), port, cancellationToken);
        using var client = new HttpClient();
        await client.GetStringAsync($"http://127.0.0.1:{port}/hello", cancellationToken);
        var first = Stopwatch.GetElapsedTime(begun);
        var result = await Test(port).With(o => (o.WarmUp, o.Duration) = (TimeSpan.Zero, TimeSpan.FromSeconds(1))).RunAsync(cancellationToken);
        server.Process.Refresh();
        return new LoadSample(result.Rps)
        {
            P99 = result.Latency.P99,
            Failed = result.Failed,
            FirstResponse = first,
            WorkingSetPeak = server.Process.PeakWorkingSet64,
        };
    }

    private static LoadTest Test(int port) => LoadTest.Against($"http://127.0.0.1:{port}").Get("/hello");

    private static ProcessStartInfo Start(string program, int port) =>
        new(program, ["--urls", $"http://127.0.0.1:{port}"]) { Environment = { ["Logging__LogLevel__Default"] = "Warning" } };
}
