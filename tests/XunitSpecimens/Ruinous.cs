using ThroughputKit;

namespace XunitSpecimens;

/// <summary>A throughput test of an app that would take the process of the tests with it.</summary>
public class Ruinous
{
    [ThroughputFact(MinRps = 1e9)]
    public LoadTest Exits() => LoadTest.For<TestApp.App>().Get("/exit-after-a-while").Quick(requests: 1_000);
}
