using ThroughputKit.Engines.Client;

namespace ThroughputKit.Tests.Engines.Client;

public class StepNamesTests
{
    [Fact]
    public async Task Each_name_has_one_index_whoever_uses_it_first()
    {
        var names = new StepNames("buy");

        var indexes = await Task.WhenAll(Enumerable.Range(0, 400).Select(i => Task.Run(() => (Name: $"{i % 40}", Index: names.IndexOf($"{i % 40}")))));

        Assert.Equal(40, names.All.Count);
        Assert.All(indexes, i => Assert.Equal(i.Name, names.All[i.Index]));
    }

    [Fact]
    public void The_scenarios_own_name_always_has_a_place()
    {
        var names = new StepNames("buy");
        for (var i = 0; i < StepNames.Max - 1; i++)
        {
            names.IndexOf($"step {i}");
        }

        Assert.Throws<LoadTestException>(() => names.IndexOf("one more"));
        Assert.Equal(StepNames.Max - 1, names.IndexOfScenario);
    }
}
