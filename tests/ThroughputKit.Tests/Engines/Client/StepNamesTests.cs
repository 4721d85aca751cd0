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
        for (var i = 0; i < names.Max - 1; i++)
        {
            names.IndexOf($"step {i}");
        }

        Assert.Throws<LoadTestException>(() => names.IndexOf("one more"));
        Assert.Equal(names.Max - 1, names.IndexOfScenario(0));
    }

    [Fact]
    public void So_have_those_of_several_which_share_their_steps()
    {
        var names = new StepNames("browse", "buy");
        for (var i = 0; i < 64; i++)
        {
            Assert.Equal(names.IndexOf($"step {i}", scenario: 0), names.IndexOf($"step {i}", scenario: 1));
        }

        Assert.StartsWith(
            "The step 'one more' of the scenario 'buy' has one name too many. Expected: at most 64 different names of steps.",
            $"{Assert.Single(Assert.Throws<LoadTestException>(() => names.IndexOf("one more", scenario: 1)).Problems)}", StringComparison.Ordinal);
        Assert.Equal((64, 65, 66), (names.IndexOfScenario(0), names.IndexOf("buy"), names.Max));
    }

    [Fact]
    public void Each_scenario_has_a_first_step_of_its_own()
    {
        var names = new StepNames("browse", "buy", "stay");
        var (look, pay) = (names.IndexOf("look"), names.IndexOf("pay"));

        names.Begin(0, look);
        names.Begin(1, pay);
        names.Begin(1, names.IndexOfScenario(1)); // of an iteration that failed before its first step

        Assert.Equal((look, pay), (names.IndexOfFirst(0), names.IndexOfFirst(1)));
        var unknown = names.IndexOfFirst(2);
        Assert.Equal("stay", names.All[unknown]); // nothing of it has begun
    }

    [Fact]
    public void Requests_in_flight_are_known_unless_a_scenario_has_no_steps()
    {
        var names = new StepNames("browse", "buy");
        Assert.True(names.AreUnknown);

        names.Begin(0, names.IndexOf("look"));
        Assert.False(names.AreUnknown);

        names.Begin(1, names.IndexOfScenario(1));
        Assert.True(names.AreUnknown);

        names.Begin(1, names.IndexOf("pay"));
        Assert.False(names.AreUnknown);
    }
}
