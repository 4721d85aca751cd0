using ThroughputKit;
using Xunit;

namespace XunitSpecimens;

/// <summary>Throughput tests beside an ordinary test of the same class.</summary>
public class MeasuringElsewhere
{
    [ThroughputFact]
    public async Task In_no_collection()
    {
        using var record = new Record("measuring");
        await Load.App("/text").Quick(2_000).RunAsync();
    }

    [Fact]
    public void Ordinary()
    {
        using var record = new Record("ordinary");
        Thread.SpinWait(2_000_000);
    }
}
