using ThroughputKit;

namespace Experiments;

internal sealed class Gc : IExperiment
{
    public string Name => "gc";

    public string Question => "What do the garbage collectors cost in throughput and memory?";

    public string Published => "160k RPS with dynamic adaptation (DATAS) against 164k without, at less than a tenth of the memory.";

    public async Task RunAsync(Session session)
    {
        var folder = await Publishing.PublishAsync("samples/HelloApi", session.Cancellation);
        await session.MeasureAsync(
            "GET JSON, the app published, in its own process",
            ("server, DATAS off", App(server: true, dynamic: false)),
            ("server, DATAS on", App(server: true, dynamic: true)),
            ("workstation", App(server: false, dynamic: null)));

        LoadTest App(bool server, bool? dynamic) => LoadTest.ForPublished(folder, app => (app.ServerGc, app.DynamicGc) = (server, dynamic)).Get("/hello");
    }
}
