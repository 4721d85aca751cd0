using System.Diagnostics;
using ThroughputKit;

namespace Experiments;

internal sealed class Client : IExperiment
{
    private const int Connections = 64;

    public string Name => "client";

    public string Question => "How much of the processor does the generator take, next to the app?";

    public string Published => "the client took more of the processor than the server.";

    public async Task RunAsync(Session session)
    {
        await using var app = await ServedApp.StartAsync(session.Cancellation);
        var time = TimeSpan.FromSeconds(session.IsQuick ? 1 : 3);
        var test = LoadTest.Against(app.Http).Get("/date").With(o => (o.WarmUp, o.Duration, o.Connections) = (TimeSpan.Zero, time, Connections));
        (string Name, Func<CancellationToken, Task<LoadSample>> Measure)[] generators =
        [
            ("epoll engine", token => EngineAsync(LoadEngine.Epoll, token)),
            ("socket engine", token => EngineAsync(LoadEngine.Socket, token)),
            ("HttpClient", token => HttpClientAsync(app.Http, time, token)),
        ];
        foreach (var (_, measure) in generators)
        {
            await measure(session.Cancellation); // so that nothing is compiled in the first round
        }

        await session.MeasureRoundsAsync($"Processor time of the generator's process per request, {Connections} connections in a closed loop", generators);
        List<string[]> ofApp = [];
        foreach (var (name, measure) in generators)
        {
            var before = app.ProcessorTime;
            var sample = await measure(session.Cancellation);
            ofApp.Add([name, $"{(app.ProcessorTime - before).TotalMicroseconds / (sample.Rps * time.TotalSeconds):N1}"]);
        }

        session.Show("The app's own processor time under each", ["", "us per request"], ofApp);

        async Task<LoadSample> EngineAsync(LoadEngine engine, CancellationToken token)
        {
            var run = await test.With(o => o.Engine = engine).RunAsync(token);
            return LoadSample.From(run) with { AllocatedBytesPerRequest = null, CpuTimePerRequest = run.Cpu.TimePerRequest };
        }
    }

    private static async Task<LoadSample> HttpClientAsync(string address, TimeSpan time, CancellationToken cancellationToken)
    {
        using var client = LocalApp.CreateClient(address);
        var (before, begun) = (Environment.CpuUsage.TotalTime, Stopwatch.GetTimestamp());
        var requests = (await Task.WhenAll(Enumerable.Range(0, Connections).Select(_ => Task.Run(SendAsync)))).Sum();
        return new LoadSample(requests / Stopwatch.GetElapsedTime(begun).TotalSeconds)
        {
            CpuTimePerRequest = (Environment.CpuUsage.TotalTime - before) / requests,
        };

        async Task<int> SendAsync()
        {
            var sent = 0;
            for (; Stopwatch.GetElapsedTime(begun) < time; sent++)
            {
                await client.GetStringAsync("/date", cancellationToken);
            }

            return sent;
        }
    }
}
