using ThroughputKit.Testing;

namespace ThroughputKit.Tests.Testing;

/// <summary>Settings of the attribute and of the environment, and problems with them.</summary>
public sealed class GatedTestSettingsTests : GatedTestBase
{
    [Fact]
    public async Task The_attributes_options_override_the_tests()
    {
        await RunAsync(nameof(Methods.ReturnsTest), new() { Connections = 2, Requests = 33, WarmUpSeconds = 0.2 });

        Assert.Contains(_output, line => line.StartsWith("GET /text: 2 connections, ", StringComparison.Ordinal) && line.Contains("33 sent", StringComparison.Ordinal));
        Assert.Matches("warm-up 0.[2-9]|warm-up [1-9]", _output[^1]);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task The_attributes_length_replaces_the_tests(bool inRequests)
    {
        await RunAsync(nameof(Methods.LongOrMany), inRequests ? new() { Requests = 33 } : new() { DurationSeconds = 0.2 }, arguments: [inRequests]);

        Assert.Contains(_output, line => line.Contains(inRequests ? "(33 sent" : "connections, 0.2 s", StringComparison.Ordinal));
    }

    [Fact]
    public async Task The_environment_can_skip_all_tests()
    {
        _environment[KitEnvironment.SkipVariable] = "1";

        Assert.Equal("THROUGHPUTKIT_SKIP is set.", (await RunAsync(nameof(Methods.ReturnsTest), new())).SkipReason);
    }

    [Fact]
    public async Task The_environment_scales_gates_on_timing_and_says_so()
    {
        _environment["THROUGHPUTKIT_ABSOLUTE_GATES"] = "off";

        Assert.Equal(new TestOutcome(null, null), await RunAsync(nameof(Methods.ReturnsTest), new() { Gates = new() { MinRps = 1e9 } }));
        Assert.Equal("THROUGHPUTKIT_ABSOLUTE_GATES is off: MinRps is not judged.", _output[0]);
    }

    [Fact]
    public async Task All_problems_are_reported_together_before_anything_runs()
    {
        _environment[KitEnvironment.SkipVariable] = "yes";

        var exception = await Assert.ThrowsAsync<LoadTestException>(
            () => RunAsync(nameof(Methods.ReturnsNumber), new() { Gates = new() { MinRps = -1, MaxP50Ms = 3, MaxP95Ms = 2 }, DurationSeconds = double.NaN, Connections = 0 }));

        Assert.Equal(6, exception.Problems.Count);
    }
}
