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
        var apps = await PublishAsync(session);
        await apps[0].MeasureStartAsync(session.Cancellation); // so that nothing is compiled here in the first round
        await session.MeasureRoundsAsync(
            "From the start of the process to the first response, and the RPS of the first second",
            [.. apps.Select(a => (a.Name, (Func<CancellationToken, Task<LoadSample>>)a.MeasureStartAsync))]);

        List<Server> servers = [];
        try
        {
            List<(string, LoadTest)> variants = [];
            foreach (var app in apps)
            {
                var (server, address) = await app.StartAsync(session.Cancellation);
                servers.Add(server);
                variants.Add((app.Name, TinyApp.Test(address)));
            }

            await session.MeasureAsync("Once they are warm", [.. variants]);
        }
        finally
        {
            await Task.WhenAll(servers.Select(s => s.DisposeAsync().AsTask()));
        }
    }

    private static async Task<List<TinyApp>> PublishAsync(Session session)
    {
        List<TinyApp> apps = [];
        foreach (var (name, options) in _kinds)
        {
            try
            {
                apps.Add(new TinyApp(name, await Publishing.PublishAsync("samples/TinyApi", session.Cancellation, name.Replace(' ', '-'), options)));
            }
            catch (InvalidOperationException e) when (apps.Count > 0)
            {
                session.WriteReason($"Left out: {name}. {e.Message}"); // native code takes a C compiler
            }
        }

        return apps;
    }
}
