using ThroughputKit;

namespace XunitSpecimens;

/// <summary>Throughput tests of apps that would take the process of the tests with them.</summary>
public class Ruinous
{
    [ThroughputFact(MinRps = 1e9)]
    public LoadTest Exits() => LoadTest.For<TestApp.App>().Get("/exit-after-a-while").Quick(requests: 1_000);

    [ThroughputFact(Timeout = 8_000)]
    public LoadTest Blocks_a_small_pool() => LoadTest.For<TestApp.App>(app => app.Configuration["Mode"] = "has a small thread pool").Get("/block-for-ever").With(o =>
    {
        o.Connections = 8;
        o.WarmUp = TimeSpan.Zero;
    });
}
