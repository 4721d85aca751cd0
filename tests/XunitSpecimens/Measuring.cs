using ThroughputKit;
using Xunit;

namespace XunitSpecimens;

/// <summary>Throughput tests that note when they measure, some of them in a collection of the user's.</summary>
[Collection("Db")]
public class Measuring
{
    [ThroughputTheory]
    [InlineData(1)]
    [InlineData(2)]
    public async Task In_a_collection(int round)
    {
        using var record = new Record("measuring");
        await LoadTest.For<TestApp.App>().Get($"/text?round={round}").Quick(2_000).RunAsync();
    }
}
