using ThroughputKit;

namespace XunitSpecimens;

/// <summary>A throughput test that is to be killed while it measures.</summary>
public class Endless
{
    [ThroughputFact]
    public async Task Measures()
    {
        new Record("endless").Dispose();
        await LoadTest.For<TestApp.App>().Get("/text").With(o => o.Duration = TimeSpan.FromMinutes(2)).RunAsync();
    }
}
