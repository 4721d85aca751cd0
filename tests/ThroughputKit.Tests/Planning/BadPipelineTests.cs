namespace ThroughputKit.Tests.Planning;

/// <summary>Pipelines that make no sense, each with its text.</summary>
public class BadPipelineTests
{
    private static readonly LoadTest _test = LoadTest.Against("http://localhost:1").Get("/");

    [Theory]
    [InlineData(0)]
    [InlineData(-3)]
    [InlineData(129)]
    public void A_depth_that_is_none(int depth) => Assert.Equal(
        $"PipelineDepth is {depth}. Allowed: 1 to 128. 1 sends one request at a time on each connection, as most clients do.",
        Problems(_test.With(o => o.PipelineDepth = depth))[0]);

    [Fact]
    public void A_method_that_may_not_be_repeated() => Assert.Equal(
        "PipelineDepth is 8 and the test sends 'POST /orders'. Allowed: GET, HEAD, OPTIONS, TRACE, PUT or DELETE in a pipeline. What breaks in a pipeline can't be told from what was done, so a request that may not be repeated may not be pipelined. Leave PipelineDepth at 1.",
        Assert.Single(Problems(_test.PostJson("/orders", 1).With(o => o.PipelineDepth = 8))));

    [Fact]
    public void A_pipeline_at_a_set_rate() => Assert.Equal(
        "Both PipelineDepth (8) and a rate are set. Allowed: one of them. At a set rate each request has a time of its own. Leave PipelineDepth out; more Connections keep more in flight.",
        Assert.Single(Problems(_test.AtRate(100).With(o => o.PipelineDepth = 8))));

    private static IReadOnlyList<string> Problems(LoadTest test) => Assert.Throws<LoadTestException>(() => { _ = test.RunAsync(); }).Problems;
}
