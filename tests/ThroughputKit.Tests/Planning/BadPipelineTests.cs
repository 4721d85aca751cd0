namespace ThroughputKit.Tests.Planning;

/// <summary>Invalid pipelines and their messages.</summary>
public class BadPipelineTests
{
    private static readonly LoadTest _test = LoadTest.Against("http://localhost:1").Get("/");

    [Theory]
    [InlineData(0)]
    [InlineData(-3)]
    [InlineData(129)]
    public void An_invalid_depth_is_an_error(int depth) => Assert.Equal(
        $"PipelineDepth is {depth}. Expected: 1 to 128. 1 sends one request at a time on each connection, as most clients do.",
        Problems(_test.With(o => o.PipelineDepth = depth))[0]);

    [Fact]
    public void A_method_that_may_not_be_repeated_is_an_error() => Assert.Equal(
        "PipelineDepth is 8 and the test sends 'POST /orders'. Expected: GET, HEAD, OPTIONS, TRACE, PUT or DELETE in a pipeline. When a pipelined connection breaks, nobody knows which requests the server has handled. So only requests that are safe to repeat can be pipelined. Leave PipelineDepth at 1.",
        Assert.Single(Problems(_test.PostJson("/orders", 1).With(o => o.PipelineDepth = 8))));

    [Fact]
    public void A_pipeline_at_a_set_rate_is_an_error() => Assert.Equal(
        "Both PipelineDepth (8) and a rate are set. Expected: one of them. At a set rate, each request has its own send time. Leave PipelineDepth out. To keep more requests in flight, raise Connections.",
        Assert.Single(Problems(_test.AtRate(100).With(o => o.PipelineDepth = 8))));

    private static IReadOnlyList<string> Problems(LoadTest test) => Assert.Throws<LoadTestException>(() => { _ = test.RunAsync(); }).Problems;
}
