using ThroughputKit.Testing;

namespace ThroughputKit.Tests.Testing;

/// <summary>The forms of test methods, and the results that are gated, with real apps and real load.</summary>
public sealed class GatedTestTests : GatedTestBase
{
    [Theory]
    [InlineData(nameof(Methods.ReturnsTest))]
    [InlineData(nameof(Methods.ReturnsTaskOfTest))]
    [InlineData(nameof(Methods.ReturnsValueTaskOfTest))]
    [InlineData(nameof(Methods.RunsIt))]
    [InlineData(nameof(Methods.RunsItInAValueTask))]
    [InlineData(nameof(Methods.RunsItAndBlocks))]
    [InlineData(nameof(Methods.ReturnsTaskOfResult))]
    [InlineData(nameof(Methods.ReturnsValueTaskOfResult))]
    [InlineData(nameof(Methods.ReturnsResult))]
    public async Task Every_form_is_gated_once_and_reported(string name)
    {
        var outcome = await RunAsync(name, new());

        Assert.Null(outcome.SkipReason);
        Assert.Single(_output, line => line.StartsWith("GET /text: 4 connections, ", StringComparison.Ordinal));
        Assert.Single(_output, line => line == "  Passed      MaxFailures: 0 failed requests (limit 0)");
        Assert.Matches(@"^  Took        \d+\.\d{3} s: start \d.*, prepare \d.*, warm-up \d.*, window \d.*, garbage collection and last responses \d.*, stop \d.*, other \d.*; waited \d.* s for other tests first\.$", _output[^1]);
    }

    [Theory]
    [InlineData(nameof(Methods.ReturnsTest))]
    [InlineData(nameof(Methods.RunsItAndBlocks))]
    public async Task Every_form_can_fail(string name)
    {
        var exception = await Assert.ThrowsAsync<LoadGateException>(() => RunAsync(name, new() { Gates = new() { MinRps = 1e9 } }));

        Assert.Equal("MinRps", Assert.Single(exception.Failures).Gate);
    }

    [Theory]
    [InlineData(nameof(Methods.ReturnsTest), 0)]
    [InlineData(nameof(Methods.RunsIt), 1e9)]
    [InlineData(nameof(Methods.FailsAfterItsRun), 0)]
    public async Task Results_are_attached_whether_the_test_passes_or_fails(string name, double minRps)
    {
        var attached = new List<(string Name, string Json)>();
        var test = new GatedTest(
            new TestMethod(typeof(Methods).GetMethod(name)!, 0),
            new() { Gates = minRps == 0 ? new() : new() { MinRps = minRps } },
            timeout: null,
            _environment.GetValueOrDefault,
            _output.Add)
        {
            Attach = (name, json) => attached.Add((name, json)),
        };

        var exception = await Record.ExceptionAsync(() => test.RunAsync(new Methods(), arguments: null, CancellationToken.None));

        Assert.Equal(name == nameof(Methods.ReturnsTest), exception is null);
        Assert.Equal("throughput result", attached[0].Name);
        Assert.Contains("\"requestsPlanned\": 40", attached[0].Json, StringComparison.Ordinal);
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData(nameof(Methods.ReturnsWarmTest))]
    [InlineData(nameof(Methods.RunsWarmTest))]
    public async Task A_gate_on_allocated_bytes_is_measured_in_separate_windows(string name)
    {
        await RunAsync(name, new() { Gates = new() { MaxAllocatedBytesPerRequest = 1e9 } });

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
    public async Task Every_result_of_a_test_is_gated()
    {
        var exception = await Assert.ThrowsAsync<LoadGateException>(() => RunAsync(nameof(Methods.RunsTwo), new()));

        Assert.Equal("GET /status/500", Assert.Single(exception.Results[0].Endpoints).Name);
        Assert.Contains(_output, line => line.StartsWith("GET /text: ", StringComparison.Ordinal));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_search_for_the_highest_rate_is_gated_once()
    {
        await RunAsync(nameof(Methods.FindsTheHighestRate), new());

        Assert.Single(_output, line => line.StartsWith("GET /20ms: 4 connections, 0.3 s", StringComparison.Ordinal) && line.Contains(" planned, ", StringComparison.Ordinal));
        Assert.Matches(@", garbage collection and last responses [\d.]+, other steps of the search [\d.]+, stop [\d.]+, other [\d.]+; waited ", _output[^1]);
    }

    [Fact]
    public async Task A_search_in_which_no_request_succeeds_fails()
    {
        var exception = await Assert.ThrowsAsync<LoadGateException>(() => RunAsync(nameof(Methods.FindsNoRate), new()));

        Assert.Equal("GET /status/500", Assert.Single(exception.Results[0].Endpoints).Name);
    }

    [Theory]
    [InlineData(nameof(Methods.HasAFailingRunThatItDoesNotAwait))]
    [InlineData(nameof(Methods.HidesAFailingRun))]
    public async Task A_failed_run_is_never_lost(string name)
    {
        var exception = await Assert.ThrowsAsync<LoadTestException>(() => RunAsync(name, new()));

        Assert.Contains("The connection string 'Shop' is missing.", exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_result_from_outside_the_tests_execution_context_is_gated_too()
    {
        var exception = await Assert.ThrowsAsync<LoadGateException>(() => RunAsync(nameof(Methods.CutsTheFlow), new()));

        Assert.Equal("GET /status/500", Assert.Single(exception.Results[0].Endpoints).Name);
    }

    [Fact]
    public async Task Two_loads_at_once_are_inconclusive()
    {
        var outcome = await RunAsync(nameof(Methods.RunsTwoAtOnce), new() { Gates = new() { MinRps = 1e9 } });

        Assert.StartsWith("Inconclusive: not judged: MinRps.\n- Error Overlap: ", outcome.Warning, StringComparison.Ordinal);
        Assert.Contains("other 0.000;", _output[^1], StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_exception_of_the_method_takes_precedence_over_gates_and_keeps_the_figures()
    {
        var exception = await Assert.ThrowsAsync<InvalidOperationException>(
            () => RunAsync(nameof(Methods.FailsAfterItsRun), new() { Gates = new() { MinRps = 1e9 } }));

        Assert.Equal("2 is not 3", exception.Message);
        Assert.Equal(3, _output.Count); // every attempt
        Assert.All(_output, text => Assert.StartsWith("GET /text: ", text, StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(nameof(Methods.ReturnsNull), "ReturnsNull returned null. Expected: a value of its return type. A gate that judges nothing would always pass. Does it read a field or a property that is not set yet?")]
    [InlineData(nameof(Methods.ReturnsTaskOfNull), "ReturnsTaskOfNull returned null.")]
    [InlineData(nameof(Methods.ReturnsNoTask), "ReturnsNoTask returned null.")]
    [InlineData(nameof(Methods.RunsNothing), "RunsNothing ran no load test. Expected: a method that returns a LoadTest, or that awaits RunAsync of one. A gate that judges nothing would always pass. Return the test, or run it in the method. A run that started before the method isn't counted.")]
    [InlineData(nameof(Methods.RunsNothingEither), "RunsNothingEither ran no load test.")]
    [InlineData(nameof(Methods.DoesNotAwait), "DoesNotAwait ended while one of its load tests was still running. Expected: a method that awaits every RunAsync. Is an await missing? The kit has cancelled what was still running.")]
    public async Task A_method_without_a_result_to_judge_fails(string name, string expected)
    {
        var exception = await Assert.ThrowsAsync<LoadTestException>(() => RunAsync(name, new()));

        Assert.StartsWith(expected, Assert.Single(exception.Problems), StringComparison.Ordinal);
    }
}
