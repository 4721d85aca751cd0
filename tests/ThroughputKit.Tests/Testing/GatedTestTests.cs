using ThroughputKit.Testing;

namespace ThroughputKit.Tests.Testing;

/// <summary>The forms of test methods, and what is judged of each, with real apps and real load.</summary>
public sealed class GatedTestTests : GatedTestBase
{
    [Theory]
    [InlineData(nameof(Methods.ReturnsTest))]
    [InlineData(nameof(Methods.ReturnsTaskOfTest))]
    [InlineData(nameof(Methods.ReturnsValueTaskOfTest))]
    [InlineData(nameof(Methods.ReturnsTestAsAPlainTask))]
    public async Task Every_form_is_gated_once_and_reported(string name)
    {
        var outcome = await RunAsync(name, new());

        Assert.Null(outcome.SkipReason);
        Assert.Single(_output, line => line.StartsWith("GET /text: 4 connections, ", StringComparison.Ordinal));
        Assert.Single(_output, line => line == "  Passed      MaxFailures: 0 failed requests (limit 0)");
        Assert.Matches(@"^  Took        \d+\.\d{3} s: start \d.*, prepare \d.*, warm-up \d.*, window \d.*, garbage collection and last responses \d.*, stop \d.*, other \d.*; waited \d.* s for other tests first\.$", _output[^1]);
    }

    [Theory]
    [InlineData(nameof(Methods.RunsIt))]
    [InlineData(nameof(Methods.RunsItInAValueTask))]
    [InlineData(nameof(Methods.RunsItAndBlocks))]
    [InlineData(nameof(Methods.RunsNothing))]
    public async Task A_method_that_runs_its_load_itself_judges_it_itself(string name)
    {
        Assert.Equal(new TestOutcome(null, null), await RunAsync(name, new()));

        Assert.Empty(_output);
    }

    [Fact]
    public async Task Gates_of_the_test_itself_are_judged_as_those_of_the_attribute_are()
    {
        var exception = await Assert.ThrowsAsync<LoadGateException>(() => RunAsync(nameof(Methods.HasGates), new()));

        Assert.Equal("MinRps", Assert.Single(exception.Failures).Gate);
        Assert.Contains("; 3 attempts: ", exception.Failures[0].Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Gates_on_the_attribute_and_on_the_test_are_an_error()
    {
        var exception = await Assert.ThrowsAsync<LoadTestException>(() => RunAsync(nameof(Methods.HasGates), new() { Gates = new() { MaxP99LatencyMs = 5 } }));

        Assert.Equal(
            "MaxP99LatencyMs is set on HasGates, and its test has gates of its own. Expected: gates on the attribute or with Within, not both. Only one of them could count. Move all of them to one place.",
            Assert.Single(exception.Problems));
        Assert.Empty(_output);
    }

    [Fact]
    public async Task Gates_on_figures_that_the_load_cannot_have_are_errors_before_it()
    {
        var exception = await Assert.ThrowsAsync<LoadTestException>(
            () => RunAsync(nameof(Methods.ReturnsTest), new() { Gates = new() { MaxUnsentPercent = 1, MinIterationsPerSecond = 1 } }));

        Assert.Equal(["MinIterationsPerSecond", "MaxUnsentPercent"], exception.Problems.Select(p => p.Split(' ')[0]));
        Assert.Empty(_output);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1e9)]
    public async Task Results_are_attached_whether_the_test_passes_or_fails(double minRps)
    {
        var attached = new List<(string Name, string Json)>();
        var test = new GatedTest(
            new TestMethod(typeof(Methods).GetMethod(nameof(Methods.ReturnsTest))!, 0),
            new() { Gates = minRps == 0 ? new() : new() { MinRps = minRps } },
            timeout: null,
            _environment.GetValueOrDefault,
            _output.Add)
        {
            Attach = (name, json, _) => attached.Add((name, json)),
        };

        var exception = await Record.ExceptionAsync(() => test.RunAsync(new Methods(), arguments: null, CancellationToken.None));

        Assert.Equal(minRps == 0, exception is null);
        Assert.Equal("throughput result", attached[0].Name);
        Assert.Contains("\"requestsPlanned\": 40", attached[0].Json, StringComparison.Ordinal);
        var read = LoadResult.FromJson(attached[^1].Json); // has the limits of the attribute
        Assert.Equal(minRps == 0, Record.Exception(() => read.Verify()) is null);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_gate_on_allocated_bytes_is_measured_in_separate_windows()
    {
        await RunAsync(nameof(Methods.ReturnsWarmTest), new() { Gates = new() { MaxAllocatedBytesPerRequest = 1e9 } });

        Assert.Contains(_output, line => line.Contains("\n  Allocated   ", StringComparison.Ordinal));
        Assert.Matches(", garbage collection and last responses [0-9.]+, allocation [0-9.]+, stop ", _output[^1]);
    }

    [Fact]
    public async Task Without_a_gate_allocated_bytes_are_not_measured_separately()
    {
        await RunAsync(nameof(Methods.ReturnsWarmTest), new() { Gates = new() { MinRps = 0.001 } });

        Assert.DoesNotContain(_output, line => line.Contains("\n  Allocated   ", StringComparison.Ordinal));
        Assert.DoesNotContain("allocation", _output[^1], StringComparison.Ordinal);
    }

    [Fact]
    public async Task Without_a_gate_any_failure_fails()
    {
        var exception = await Assert.ThrowsAsync<LoadGateException>(() => RunAsync(nameof(Methods.EveryThirdFails), new()));

        Assert.Equal("MaxFailures: 100 failed requests; limit 0", Assert.Single(exception.Failures).ToString());
        await RunAsync(nameof(Methods.EveryThirdFails), new() { Gates = new() { MaxFailurePercent = 34 } });
    }

    [Fact]
    public async Task Arguments_reach_the_method()
    {
        await RunAsync(nameof(Methods.Takes), new(), arguments: [25]);

        Assert.Contains(_output, line => line.Contains("25 sent", StringComparison.Ordinal));
    }

    [Fact]
    public async Task An_exception_of_the_method_fails_the_test() =>
        Assert.Equal("2 is not 3", (await Assert.ThrowsAsync<InvalidOperationException>(() => RunAsync(nameof(Methods.FailsAfterItsRun), new()))).Message);

    [Theory]
    [InlineData(nameof(Methods.ReturnsNull), "ReturnsNull returned null. Expected: a value of its return type. A gate that judges nothing would always pass. Does it read a field or a property that is not set yet?")]
    [InlineData(nameof(Methods.ReturnsTaskOfNull), "ReturnsTaskOfNull returned null.")]
    [InlineData(nameof(Methods.ReturnsNoTask), "ReturnsNoTask returned null.")]
    public async Task A_method_that_returns_null_fails(string name, string expected)
    {
        var exception = await Assert.ThrowsAsync<LoadTestException>(() => RunAsync(name, new()));

        Assert.StartsWith(expected, Assert.Single(exception.Problems), StringComparison.Ordinal);
    }
}
