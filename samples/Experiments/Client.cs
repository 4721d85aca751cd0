using System.Diagnostics;
using ThroughputKit;

namespace Experiments;

internal sealed class Client : IExperiment
{
    private const int Rate = 5_000;

    public string Name => "client";

    public string Question => "How much of the processor does the generator take, at the same load?";

    public string Published => "the client took more of the processor than the server.";

    public async Task RunAsync(Session session)
    {
        await using var app = await ServedApp.StartAsync(session.Cancellation);
        var seconds = session.IsQuick ? 1 : 3;
        var test = LoadTest.Against(app.Http).Get("/date").AtRate(Rate).With(o => (o.WarmUp, o.Duration) = (TimeSpan.Zero, TimeSpan.FromSeconds(seconds)));
        (string Name, Func<CancellationToken, Task<LoadSample>> Measure)[] generators =
        [
            ("epoll engine", token => EngineAsync(LoadEngine.Epoll, token)),
            ("socket engine", token => EngineAsync(LoadEngine.Socket, token)),
            ("HttpClient", token => HttpClientAsync(app.Http, seconds, token)),
        ];
        foreach (var (_, measure) in generators)
        {
            await measure(session.Cancellation); // so that nothing is compiled in the first round
        }

        await session.MeasureRoundsAsync($"Processor time of the generator's process per request, at {Rate:N0} requests per second", generators);
        List<string[]> ofApp = [];
        foreach (var (name, measure) in generators)
        {
            var before = app.ProcessorTime;
            await measure(session.Cancellation);
            ofApp.Add([name, $"{(app.ProcessorTime - before).TotalMicroseconds / (Rate * seconds):N1}"]);
        }

        session.Show("The app's own processor time under each", ["", "us per request"], ofApp);

        async Task<LoadSample> EngineAsync(LoadEngine engine, CancellationToken token)
        {
            var run = await test.With(o => o.Engine = engine).RunAsync(token);
            return LoadSample.From(run) with { AllocatedBytesPerRequest = null, CpuTimePerRequest = run.Cpu.TimePerRequest };
        }
    }

    private static async Task<LoadSample> HttpClientAsync(string address, int seconds, CancellationToken cancellationToken)
    {
        using var client = LocalApp.CreateClient(address);
        List<Task<string>> responses = [];
        using var timer = new PeriodicTimer(TimeSpan.FromMilliseconds(1));
        var (before, begun) = (Environment.CpuUsage.TotalTime, Stopwatch.GetTimestamp());
        while (responses.Count < Rate * seconds)
        {
            await timer.WaitForNextTickAsync(cancellationToken);
            for (var due = Math.Min(Rate * seconds, (int)(Stopwatch.GetElapsedTime(begun).TotalSeconds * Rate)); responses.Count < due;)
            {
                responses.Add(client.GetStringAsync("/date", cancellationToken));
            }
        }

        await Task.WhenAll(responses);
        return new LoadSample(responses.Count / Stopwatch.GetElapsedTime(begun).TotalSeconds)
        {
            CpuTimePerRequest = (Environment.CpuUsage.TotalTime - before) / responses.Count,
        };
    }
}
