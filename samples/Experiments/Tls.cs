using ThroughputKit;

namespace Experiments;

internal sealed class Tls : IExperiment
{
    public string Name => "tls";

    public string Question => "What does https cost on connections that stay open?";

    public string Published => "about 13% of RPS, a ratio of 0.87.";

    public async Task RunAsync(Session session)
    {
        await using var app = await ServedApp.StartAsync(session.Cancellation);

        var result = await session.MeasureAsync("Text with the date, the app in its own process", ("http", Test(app.Http)), ("https", Test(app.Https)));
        session.Expect("https is not faster than http", result["https"].Ratio is { Low: <= 1 });

        static LoadTest Test(string address) => LoadTest.Against(address).Get("/date");
    }
}
