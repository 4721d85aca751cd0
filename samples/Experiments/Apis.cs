using HelloApi;
using ThroughputKit;

namespace Experiments;

internal sealed class Apis : IExperiment
{
    public string Name => "apis";

    public string Question => "What does a controller cost, compared with a minimal API?";

    public string Published => "151,750 RPS of controllers against 164,250 of minimal APIs on .NET 9, a ratio of 0.92.";

    public async Task RunAsync(Session session)
    {
        var published = LoadTest.ForPublished(await Publishing.PublishAsync("samples/HelloApi", session.Cancellation));
        await MeasureAsync(session, published, "the app published, in its own process");
        await using var host = new ThroughputHost<HelloApp>();
        await MeasureAsync(session, LoadTest.For(host), "the app in the generator's process");
    }

    private static async Task MeasureAsync(Session session, LoadTest app, string place)
    {
        var order = new Order("tea", 3);
        await session.MeasureAsync(
            $"GET JSON, {place}", ("minimal API", app.Get("/hello")), ("controller", app.Get("/classic/hello")), ("middleware", app.Get("/bare/hello")));
        await session.MeasureAsync(
            $"POST JSON, {place}", ("minimal API", app.PostJson("/orders", order)), ("controller", app.PostJson("/classic/orders", order)));
    }
}
