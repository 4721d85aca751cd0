using TestApp;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Comparison;

/// <summary>Chains in slices that take turns.</summary>
public class ChainComparisonTests
{
    [Theory]
    [InlineData(LoadEngine.Automatic)]
    [InlineData(LoadEngine.Socket)]
    public async Task Both_sides_send_as_many_whole_passes_without_pauses(LoadEngine engine)
    {
        await using var app = await RecordingApp.StartAsync(maxKept: 0);

        var result = await Chain("new").ComparedWith(Chain("old")).MeasureFor(TimeSpan.FromSeconds(1)).RunAsync();

        var (reference, candidate) = (result.Reference, result.Candidate);
        Assert.Single(reference.Endpoints.Concat(candidate.Endpoints).Select(e => e.Sent).Distinct());
        Assert.Equal((0L, 0L, reference.Sent), (reference.Failed, candidate.Failed, candidate.Succeeded));
        Assert.Equal((null, null), (reference.Pauses, candidate.Pauses));

        LoadTest Chain(string name) => app.Test.Send(LoadRequest.Get($"/{name}/a").WithPause(TimeSpan.FromHours(1))).Get($"/{name}/b").Get($"/{name}/c").AsChain()
            .With(o => (o.Engine, o.WarmUp) = (engine, TimeSpan.Zero));
    }

    [Fact]
    public async Task Slices_of_several_chains_have_the_same_passes_on_both_sides_however_long_a_round_is()
    {
        await using var app = await RecordingApp.StartAsync(maxKept: 0);
        var test = app.Test.Chain("a", [LoadRequest.Get("/1"), LoadRequest.Get("/2")], weight: 999).Chain("b", [LoadRequest.Get("/3")]).With(o => o.WarmUp = TimeSpan.Zero);

        var result = await test.ComparedWith(test).MeasureFor(TimeSpan.FromSeconds(1)).RunAsync();

        Assert.Equal(result.Reference.Endpoints.Select(e => e.Sent), result.Candidate.Endpoints.Select(e => e.Sent));
        Assert.Equal(result.Reference.Endpoints[0].Sent, result.Reference.Endpoints[1].Sent);
    }

    [Fact]
    public async Task An_experiment_measures_chains_in_slices_too()
    {
        await using var app = await RecordingApp.StartAsync(maxKept: 0);
        var chain = app.Test.Get("/a").Get("/b").AsChain().With(o => o.WarmUp = TimeSpan.Zero);

        var result = await LoadTest.Experiment().Add("one", chain).Add("two", chain).MeasureFor(TimeSpan.FromSeconds(1)).RunAsync();

        Assert.All(result.Variants, v => Assert.Equal(0, Assert.Single(v.Samples).Failed));
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("/5ms", 0.9, 1.1)]
    [InlineData("/text", 1.5, 2.2)] // half of the waits
    public async Task The_ratio_is_that_of_the_passes(string last, double least, double most)
    {
        await using var host = new ThroughputHost<App>();

        var result = await Chain(last).ComparedWith(Chain("/5ms")).Within(new ComparisonGates { MinRpsRatio = 0.5 }).MeasureFor(TimeSpan.FromSeconds(8)).RunAsync();

        Assert.Equal(GateVerdict.Passed, result.Verdict);
        Assert.InRange(result.RpsRatio!.Value, least, most);

        LoadTest Chain(string path) => LoadTest.For(host).Get("/5ms").Get(path).AsChain();
    }
}
