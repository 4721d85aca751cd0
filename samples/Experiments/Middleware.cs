using HelloApi;
using ThroughputKit;

namespace Experiments;

internal sealed class Middleware : IExperiment
{
    public string Name => "middleware";

    public string Question => "What do a minimal API and MVC cost, compared with a middleware that writes the response?";

    public string Published => "5,125 RPS of MVC against 26,227 of middleware, a ratio of 0.20 (50 connections, a text body with the date).";

    public async Task RunAsync(Session session)
    {
        await using var host = new ThroughputHost<HelloApp>();
        var app = LoadTest.For(host).With(o => o.Connections = 50);
        (string Name, LoadTest Test)[] variants = [("middleware", app.Get("/bare/date")), ("minimal API", app.Get("/date")), ("MVC", app.Get("/classic/date"))];
        var result = await session.MeasureAsync("Text with the date, 50 connections", variants);
        List<string[]> rows = [];
        foreach (var (name, variant) in variants)
        {
            var test = session.IsQuick ? variant.With(Session.Hurry) : variant;
            rows.Add(WrkTable.Row(name, await test.With(o => o.Duration = TimeSpan.FromSeconds(session.IsQuick ? 1 : 10)).RunAsync(session.Cancellation)));
        }

        session.Show("The same, one after another, in the layout of wrk", WrkTable.Headings, rows);
        session.Expect("middleware is not slower than MVC", result["MVC"].Ratio is { Low: <= 1 });
    }
}
