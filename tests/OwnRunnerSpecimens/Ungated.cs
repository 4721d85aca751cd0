using ThroughputKit;
using XunitSpecimens;

namespace OwnRunnerSpecimens;

public class Ungated
{
    [ThroughputFact(MinRps = 1_000_000_000)]
    public LoadTest Returned() => Load.App("/text");

    [ThroughputFact(MinRps = 1_000_000_000)]
    public Task Runs_its_load() => Load.App("/text").RunAsync();

    [Xunit.Fact]
    public void Ordinary()
    {
    }
}
