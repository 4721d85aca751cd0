using System.Globalization;
using System.Text.RegularExpressions;
using ThroughputKit.Baselines;
using ThroughputKit.Isolation;
using ThroughputKit.Testing;
using ThroughputKit.Tests.Baselines;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Testing;

/// <summary>Methods run as throughput tests, with real apps and real load.</summary>
public sealed class GatedTestTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly List<string> _output = [];
    private readonly Dictionary<string, string> _environment = [];

    public GatedTestTests() => _environment[MachineLock.PathVariable] = _folder.File("measuring.lock");

    public void Dispose() => _folder.Dispose();

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
        Assert.Matches(@"^  Took        \d+\.\d{3} s: start \d.*, prepare \d.*, warm-up \d.*, window \d.*, collect and drain \d.*, stop \d.*, other \d.*; waited \d.* s before\.$", _output[^1]);
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
    public async Task Results_are_attached_whatever_becomes_of_the_test(string name, double minRps)
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
    [InlineData(nameof(Methods.ReturnsWarmTest))]
    [InlineData(nameof(Methods.RunsWarmTest))]
    public async Task A_gate_on_allocated_bytes_has_windows_of_its_own(string name)
    {
        await RunAsync(name, new() { Gates = new() { MaxAllocatedBytesPerRequest = 1e9 } });

        Assert.Contains(_output, line => line.Contains("\n  Allocated   ", StringComparison.Ordinal));
        Assert.Matches(", collect and drain [0-9.]+, allocation [0-9.]+, stop ", _output[^1]);
    }

    [Fact]
    public async Task A_baseline_leaves_out_what_the_app_allocates_by_itself()
    {
        _environment["THROUGHPUTKIT_APPROVE"] = "1";
        await RunAsync(nameof(Methods.AllocatesInTheBackground), new() { Baseline = _folder.File("background.json") });

        Assert.Contains(_output, line => line.Contains("\n  Allocated   ", StringComparison.Ordinal));
        var bytes = double.Parse(Regex.Match(File.ReadAllText(_folder.File("background.json")), "\"allocatedBytesPerRequest\": ([0-9.]+)").Groups[1].Value, CultureInfo.InvariantCulture);
        var window = double.Parse(Regex.Match(string.Join('\n', _output), "Memory      ([0-9,.]+) B allocated per request").Groups[1].Value, CultureInfo.InvariantCulture);
        Assert.InRange(bytes, 100, window - 1); // 4 MB a second, of fewer than a million requests
    }

    [Fact]
    public async Task Without_a_gate_on_allocated_bytes_they_are_not_measured_apart()
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
    public async Task What_the_attribute_says_goes_before_what_the_test_says()
    {
        await RunAsync(nameof(Methods.ReturnsTest), new() { Connections = 2, Requests = 33, WarmUpSeconds = 0.2 });

        Assert.Contains(_output, line => line.StartsWith("GET /text: 2 connections, ", StringComparison.Ordinal) && line.Contains("33 sent", StringComparison.Ordinal));
        Assert.Matches("warm-up 0.[2-9]|warm-up [1-9]", _output[^1]);
    }

    [Fact]
    public async Task Every_result_of_a_test_is_gated()
    {
        var exception = await Assert.ThrowsAsync<LoadGateException>(() => RunAsync(nameof(Methods.RunsTwo), new()));

        Assert.Equal("GET /status/500", Assert.Single(exception.Result.Endpoints).Name);
        Assert.Contains(_output, line => line.StartsWith("GET /text: ", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_search_for_the_highest_rate_is_gated_once()
    {
        await RunAsync(nameof(Methods.FindsTheHighestRate), new());

        Assert.Single(_output, line => line.StartsWith("GET /20ms: 4 connections, 0.1 s", StringComparison.Ordinal) && line.Contains(" planned, ", StringComparison.Ordinal));
        Assert.Matches(@", collect and drain [\d.]+, other steps of the search [\d.]+, stop [\d.]+, other [\d.]+; waited ", _output[^1]);
    }

    [Theory]
    [InlineData(nameof(Methods.HasAFailingRunThatItDoesNotAwait))]
    [InlineData(nameof(Methods.HidesAFailingRun))]
    public async Task A_run_that_failed_is_never_lost(string name)
    {
        var exception = await Assert.ThrowsAsync<LoadTestException>(() => RunAsync(name, new()));

        Assert.Contains("The connection string 'Shop' is missing.", exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_result_made_outside_the_flow_of_the_test_is_gated_too()
    {
        var exception = await Assert.ThrowsAsync<LoadGateException>(() => RunAsync(nameof(Methods.CutsTheFlow), new()));

        Assert.Equal("GET /status/500", Assert.Single(exception.Result.Endpoints).Name);
    }

    [Fact]
    public async Task Two_loads_at_once_are_inconclusive()
    {
        var outcome = await RunAsync(nameof(Methods.RunsTwoAtOnce), new() { Gates = new() { MinRps = 1e9 } });

        Assert.StartsWith("Inconclusive: not judged: MinRps.\n- Error Overlap: ", outcome.Warning, StringComparison.Ordinal);
        Assert.Contains("other 0.000;", _output[^1], StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_timeout_keeps_what_was_measured_before_it()
    {
        await Assert.ThrowsAsync<LoadTestException>(() => RunAsync(nameof(Methods.WaitsAfterItsRun), new(), TimeSpan.FromSeconds(1)));

        Assert.StartsWith("GET /text: ", Assert.Single(_output), StringComparison.Ordinal);
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
    public async Task What_the_method_finds_wrong_itself_goes_before_the_gates_and_keeps_the_figures()
    {
        var exception = await Assert.ThrowsAsync<InvalidOperationException>(
            () => RunAsync(nameof(Methods.FailsAfterItsRun), new() { Gates = new() { MinRps = 1e9 } }));

        Assert.Equal("2 is not 3", exception.Message);
        Assert.Equal(3, _output.Count); // every attempt
        Assert.All(_output, text => Assert.StartsWith("GET /text: ", text, StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(nameof(Methods.ReturnsNull), "ReturnsNull returned null. Allowed: what it says it returns. A gate that judges nothing would always pass. Is a field or a property read that nothing has set yet?")]
    [InlineData(nameof(Methods.ReturnsTaskOfNull), "ReturnsTaskOfNull returned null.")]
    [InlineData(nameof(Methods.ReturnsNoTask), "ReturnsNoTask returned null.")]
    [InlineData(nameof(Methods.RunsNothing), "RunsNothing ran no load test. Allowed: a method that returns a LoadTest, or that awaits RunAsync of one. A gate that judges nothing would always pass. Return the test, or run it in the method; a run that was begun before the method isn't seen.")]
    [InlineData(nameof(Methods.RunsNothingEither), "RunsNothingEither ran no load test.")]
    [InlineData(nameof(Methods.DoesNotAwait), "DoesNotAwait ended while a load test of it still ran. Allowed: a method that awaits every RunAsync. Is an await missing? What was running has been cancelled.")]
    public async Task A_method_that_gives_nothing_to_judge_fails(string name, string expected)
    {
        var exception = await Assert.ThrowsAsync<LoadTestException>(() => RunAsync(name, new()));

        Assert.StartsWith(expected, Assert.Single(exception.Problems), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(nameof(Methods.Long), "A load test was running: it takes its start, a warm-up (2 to 10 s by default) and its duration (5 s by default). Allow more, or shorten those.")]
    [InlineData(nameof(Methods.Blocks), "No load test was running at that time: the method itself waits for something.")]
    public async Task A_test_that_takes_longer_than_its_timeout_is_ended(string name, string cause)
    {
        var exception = await Assert.ThrowsAsync<LoadTestException>(() => RunAsync(name, new(), TimeSpan.FromSeconds(1)));

        Assert.Equal(
            $"{name} was not over within its Timeout of 1,000 ms. Allowed: a test that ends within it; waiting for other measurements isn't counted. "
            + cause,
            Assert.Single(exception.Problems));
    }

    [Fact]
    public async Task Waiting_for_others_is_not_counted_in_the_timeout()
    {
        var other = await new MachineLock(_folder.File("measuring.lock"), inherited: null, Environment.ProcessId).EnterAsync(TimeSpan.Zero, _ => { }, CancellationToken.None);
        var test = RunAsync(nameof(Methods.RunsNothing), new(), TimeSpan.FromSeconds(30));

        await Task.Delay(100);
        Assert.False(test.IsCompleted);
        other!.Dispose();

        Assert.StartsWith("RunsNothing ran no load test.", Assert.Single((await Assert.ThrowsAsync<LoadTestException>(() => test)).Problems), StringComparison.Ordinal);
        Assert.StartsWith("Waiting for ", _output[0], StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_test_that_waits_too_long_for_others_is_skipped_never_passed()
    {
        _environment[KitEnvironment.MaxWaitVariable] = "0.05";
        using var other = await new MachineLock(_folder.File("measuring.lock"), inherited: null, Environment.ProcessId).EnterAsync(TimeSpan.Zero, _ => { }, CancellationToken.None);

        var outcome = await RunAsync(nameof(Methods.ReturnsTest), new());

        Assert.Equal(
            "Inconclusive: nothing was measured, because others were measuring on this machine for 0.05 s. "
            + "Let them end first, or allow a longer wait with THROUGHPUTKIT_MAX_WAIT_SECONDS.",
            outcome.SkipReason);
    }

    [Fact]
    public async Task A_cancelled_test_ends()
    {
        using var cancellation = new CancellationTokenSource(TimeSpan.FromSeconds(1));

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => RunAsync(nameof(Methods.Long), new(), cancellationToken: cancellation.Token));
    }

    [Fact]
    public async Task The_environment_can_skip_all_tests()
    {
        _environment[KitEnvironment.SkipVariable] = "1";

        Assert.Equal("THROUGHPUTKIT_SKIP is set.", (await RunAsync(nameof(Methods.ReturnsTest), new())).SkipReason);
    }

    [Theory]
    [InlineData(null, "The baseline file hello.json is missing.")]
    [InlineData("", "The baseline file ")]
    [InlineData("{\"kind\": \"ThroughputKit baseline\", \"schema\": 3}", "The schema of the baseline file ")]
    public async Task A_baseline_that_is_no_good_is_told_before_anything_runs(string? text, string expected)
    {
        if (text is not null)
        {
            await File.WriteAllTextAsync(_folder.File("hello.json"), text);
        }

        var exception = await Assert.ThrowsAsync<LoadTestException>(() => RunAsync(nameof(Methods.ReturnsTest), Baselined()));

        Assert.StartsWith(expected, Assert.Single(exception.Problems), StringComparison.Ordinal);
        Assert.Empty(_output);
    }

    [ReleaseFact]
    public async Task A_baseline_is_approved_and_then_judged()
    {
        _environment[ApproveSwitch.Variable] = "1";
        var approved = await RunAsync(nameof(Methods.Takes), Baselined(), arguments: [5_000]);
        _environment.Remove(ApproveSwitch.Variable);

        await RunAsync(nameof(Methods.Takes), Baselined(), arguments: [10_000]);
        var exception = await Assert.ThrowsAsync<LoadTestException>(() => RunAsync(nameof(Methods.ReturnsTest), Baselined(), arguments: null));

        Assert.Contains("- 'ThroughputKit.Tests.Testing.Methods.Takes': new: ", approved.Warning, StringComparison.Ordinal);
        Assert.Contains(_output, line => line.Contains("  Baseline    ", StringComparison.Ordinal));
        Assert.Contains("has nothing for 'ThroughputKit.Tests.Testing.Methods.ReturnsTest'", exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task All_problems_are_told_together_before_anything_runs()
    {
        _environment[KitEnvironment.SkipVariable] = "yes";

        var exception = await Assert.ThrowsAsync<LoadTestException>(
            () => RunAsync(nameof(Methods.ReturnsNumber), new() { Gates = new() { MinRps = -1, MaxP50Ms = 3, MaxP95Ms = 2 }, DurationSeconds = double.NaN, Connections = 0 }));

        Assert.Equal(6, exception.Problems.Count);
    }

    [Fact]
    public async Task A_gate_on_timing_that_is_missed_is_tried_three_times()
    {
        var exception = await Assert.ThrowsAsync<LoadGateException>(() => RunAsync(nameof(Methods.ReturnsTest), new() { Gates = new() { MinRps = 1e9 } }));

        Assert.Equal(["MinRps"], exception.Failures.Select(f => f.Gate));
        Assert.All(exception.Failures, f => Assert.Contains("; 3 attempts: ", f.Message, StringComparison.Ordinal));
        Assert.All(exception.Failures, f => Assert.Contains("A limit of ", f.Message, StringComparison.Ordinal));
    }

    [Fact]
    public async Task What_more_attempts_can_not_mend_is_not_tried_again()
    {
        var exception = await Assert.ThrowsAsync<LoadGateException>(() => RunAsync(nameof(Methods.EveryThirdFails), new() { Gates = new() { MinRps = 1e9 } }));

        Assert.Equal(["MaxFailures", "MinRps"], exception.Failures.Select(f => f.Gate));
        Assert.DoesNotContain("attempts", exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_limit_in_the_midst_of_what_the_machine_does_is_inconclusive()
    {
        var outcome = await RunAsync(nameof(Methods.IsFasterTheSecondTime), new() { Gates = new() { MaxMeanMs = 250 } });

        Assert.Matches(
            "^Inconclusive: MaxMeanMs: [0-9.]+ ms mean latency; limit 250.00; 95% interval [0-9.,]+ to [0-9.,]+; 3 attempts: .*A limit of [0-9.,]+ would have passed\\.( The machine was probably slower .*)?$",
            outcome.Warning);
    }

    [Fact]
    public async Task What_was_measured_before_an_attempt_that_can_not_be_run_is_told_with_it()
    {
        var exception = await Assert.ThrowsAsync<LoadTestException>(() => RunAsync(nameof(Methods.StartsOnlyOnce), new() { Gates = new() { MinRps = 1e9 } }));

        Assert.Equal(2, exception.Problems.Count);
        Assert.StartsWith("TestApp threw at start: InvalidOperationException: The licence is used up.", exception.Problems[0], StringComparison.Ordinal);
        Assert.StartsWith(
            $"That was attempt 2 of up to 3, because a gate on timing wasn't settled before. Allowed: an app that can be loaded for each attempt. What was measured before:{Environment.NewLine}GET /text: 4 connections, ",
            exception.Problems[1],
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_attempt_that_is_cancelled_leaves_what_was_measured_before_it_and_never_passes()
    {
        var exception = await Assert.ThrowsAsync<LoadGateException>(() => RunAsync(nameof(Methods.IsCancelledInItsSecondAttempt), new() { Gates = new() { MinRps = 1e9 } }));

        Assert.Equal(["Evidence", "MinRps"], exception.Failures.Select(f => f.Gate));
        Assert.Contains("GET /text: 4 connections, ", exception.Message, StringComparison.Ordinal);
        Assert.Contains("Error Cancelled: The run was cancelled in another attempt, before anything of that was measured.", exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_app_that_goes_on_is_prepared_for_the_first_attempt_only()
    {
        var methods = new Methods();

        await Assert.ThrowsAsync<LoadGateException>(() => RunAsync(nameof(Methods.PreparesAnAppThatGoesOn), new() { Gates = new() { MinRps = 1e9 } }, instance: methods));

        Assert.Equal(1, methods.Prepared);
    }

    [Fact]
    public async Task A_first_response_is_judged_by_the_first_attempt_alone()
    {
        // In the later ones its code is compiled already.
        var exception = await Assert.ThrowsAsync<LoadGateException>(() => RunAsync(nameof(Methods.ReturnsTest), new() { Gates = new() { MaxFirstResponseMs = 1e-6 } }));

        Assert.Equal(["MaxFirstResponseMs"], exception.Failures.Select(f => f.Gate));
        Assert.DoesNotContain("attempts", exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Without_time_for_another_attempt_there_is_none()
    {
        var exception = await Assert.ThrowsAsync<LoadGateException>(
            () => RunAsync(nameof(Methods.TakesASecond), new() { Gates = new() { MinRps = 1e9 } }, timeout: TimeSpan.FromSeconds(2.5)));

        Assert.DoesNotContain("3 attempts", exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_environment_scales_gates_on_timing_and_says_so()
    {
        _environment["THROUGHPUTKIT_ABSOLUTE_GATES"] = "off";

        Assert.Equal(new TestOutcome(null, null), await RunAsync(nameof(Methods.ReturnsTest), new() { Gates = new() { MinRps = 1e9 } }));
        Assert.Equal("THROUGHPUTKIT_ABSOLUTE_GATES is off: MinRps is not judged.", _output[0]);
    }

    [Fact]
    public async Task A_test_is_compared_with_its_reference()
    {
        var exception = await Assert.ThrowsAsync<LoadGateException>(() => RunAsync(
            nameof(Methods.Waits), new() { Reference = nameof(Methods.DoesNotWait), Comparison = new() { MaxSlowdownPercent = 50 }, MaxComparisonSeconds = 8 }));

        Assert.Equal("MaxSlowdownPercent", Assert.Single(exception.Failures).Gate);
        Assert.Contains("Reference: GET /text", exception.Message, StringComparison.Ordinal);
        Assert.Contains(", compare ", _output[^1], StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_test_that_is_within_the_limits_of_its_reference_passes()
    {
        var outcome = await RunAsync(nameof(Methods.DoesNotWait), new() { Reference = nameof(Methods.Waits), Comparison = new() { MinRpsRatio = 2 }, MaxComparisonSeconds = 8 });

        Assert.Equal(new TestOutcome(null, null), outcome);
        Assert.Contains(_output, line => line.StartsWith("  Passed      MinRpsRatio: ", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_reference_whose_requests_fail_is_an_error()
    {
        var exception = await Assert.ThrowsAsync<LoadTestException>(
            () => RunAsync(nameof(Methods.DoesNotWait), new() { Reference = nameof(Methods.EveryThirdFails), Comparison = new() { MinRpsRatio = 0.1 } }));

        Assert.Matches("^The test could not be judged\\. [0-9,]+ requests? of the reference failed\\. Allowed: a reference without failures\\. ", exception.Message);
    }

    [Fact]
    public async Task A_reference_that_can_not_be_compared_is_told_before_anything_runs()
    {
        var exception = await Assert.ThrowsAsync<LoadTestException>(
            () => RunAsync(nameof(Methods.ReturnsTest), new() { Reference = nameof(Methods.HasARate), Comparison = new() { MinRpsRatio = 0.1 } }));

        Assert.StartsWith("The reference has a rate set.", Assert.Single(exception.Problems).ToString(), StringComparison.Ordinal);
        Assert.Empty(_output);
    }

    [Fact]
    public async Task A_reference_that_returns_null_is_an_error()
    {
        var exception = await Assert.ThrowsAsync<LoadTestException>(
            () => RunAsync(nameof(Methods.ReturnsTest), new() { Reference = nameof(Methods.ReturnsNull), Comparison = new() { MinRpsRatio = 0.1 } }));

        Assert.StartsWith("ReturnsNull returned null.", Assert.Single(exception.Problems).ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_comparison_in_the_method_itself_is_judged()
    {
        var exception = await Assert.ThrowsAsync<LoadGateException>(() => RunAsync(nameof(Methods.Compares), new()));

        Assert.Equal("MinRpsRatio", Assert.Single(exception.Failures).Gate);
    }

    [Theory]
    [InlineData(nameof(Methods.ComparesWithoutGates))]
    [InlineData(nameof(Methods.ComparesWithoutGatesAndVerifies))]
    [InlineData(nameof(Methods.ComparesWithoutGatesBesideARun))]
    public async Task A_comparison_without_a_gate_never_passes(string name)
    {
        var exception = await Assert.ThrowsAsync<LoadTestException>(() => RunAsync(name, new()));

        Assert.Equal("The comparison has no gate. Allowed: one gate or more. Set one with Within before RunAsync.", Assert.Single(exception.Problems).ToString());
        Assert.Contains(_output, line => line.Contains("RPS ratio ", StringComparison.Ordinal)); // what was measured goes with it
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_baseline_of_a_method_that_only_compares_is_an_error(bool isApproving)
    {
        var file = _folder.File("hello.json");
        BaselineStore.Change(file, _ => new Dictionary<string, BaselineEntry> { ["ThroughputKit.Tests.Testing.Methods.Compares"] = Measured.Baseline() });
        _environment[ApproveSwitch.Variable] = isApproving ? "1" : "";

        var exception = await Assert.ThrowsAsync<LoadTestException>(() => RunAsync(nameof(Methods.Compares), new() { Baseline = file }));

        Assert.Equal(
            $"Compares has the Baseline {file}, but only compares, and a comparison has none. Allowed: a Baseline on a method that runs a LoadTest with RunAsync, or returns it. "
            + "Run the LoadTest in the method too, or leave Baseline out: MaxExtraAllocatedBytesPerRequest limits a candidate's bytes relative to its reference.",
            Assert.Single(exception.Problems).ToString());
    }

    private TestSettings Baselined() => new() { Baseline = "hello.json", SourceFile = _folder.File("Gates.cs"), BaselineTolerancePercent = 50 };

    private Task<TestOutcome> RunAsync(
        string name, TestSettings settings, TimeSpan? timeout = null, object[]? arguments = null, Methods? instance = null, CancellationToken cancellationToken = default)
    {
        var method = typeof(Methods).GetMethod(name)!;
        var test = new GatedTest(new TestMethod(method, arguments?.Length ?? 0), settings, timeout, _environment.GetValueOrDefault, _output.Add);
        return test.RunAsync(instance ?? new Methods(), arguments, cancellationToken);
    }
}
