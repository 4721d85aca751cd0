using TestApp;
using ThroughputKit.Probes;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Comparison;

/// <summary>Comparisons of a real app, whose differences are too large to be mistaken.</summary>
public class ComparisonTests
{
    // For comparisons that something else ends.
    private static readonly TimeSpan _neverOver = TimeSpan.FromMinutes(10);

    [Fact]
    [Trait("Category", "Slow")]
    public async Task An_endpoint_of_a_known_size_differs_from_its_twin_by_its_bytes()
    {
        // The app is warm already: what a short warm-up leaves to do after the responses would override the verdict.
        await using var host = new ThroughputHost<App>();
        await LoadTest.For(host).Get("/twin").Get("/twin-512").Sending(20_000).RunAsync();

        var result = await LoadTest.For(host).Get("/twin-512").With(BeCold).ComparedWith(LoadTest.For(host).Get("/twin").With(BeCold))
            .Within(new ComparisonGates { MaxExtraAllocatedBytesPerRequest = 100 }).MeasureFor(TimeSpan.FromSeconds(8)).RunAsync();

        Assert.Equal(GateVerdict.Failed, result.Verdict);
        Assert.Equal("MaxExtraAllocatedBytesPerRequest", Assert.Single(result.Gates).Gate);
        Assert.InRange(result.Candidate.Memory.AllocatedBytesPerRequest!.Value - result.Reference.Memory.AllocatedBytesPerRequest!.Value, 532, 540); // 536 with its header
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData(100, 500)]
    [InlineData(500, 100)]
    public async Task Endpoints_of_equal_bytes_are_equal_at_different_speeds(int reference, int candidate)
    {
        await using var host = new ThroughputHost<App>();
        var result = await Spinning(candidate).ComparedWith(Spinning(reference))
            .Within(new ComparisonGates { MaxExtraAllocatedBytesPerRequest = 1 }).MeasureFor(TimeSpan.FromSeconds(8)).RunAsync();

        Assert.Equal(GateVerdict.Passed, result.Verdict); // so the kit allocates nothing for a slice: the faster side has more requests to share it

        LoadTest Spinning(int microseconds) => LoadTest.For(host).Get($"/spin/{microseconds}")
            .With(o => (o.WarmUp, o.MaxWarmUp) = (TimeSpan.FromSeconds(0.3), TimeSpan.FromSeconds(8)));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task An_endpoint_that_waits_is_slower()
    {
        var result = await Cold("/5ms").ComparedWith(Cold("/text"))
            .Within(new ComparisonGates { MaxSlowdownPercent = 50, MaxP50IncreasePercent = 100, MinRpsRatio = 0.5 }).MeasureFor(TimeSpan.FromSeconds(8)).RunAsync();

        Assert.Equal(GateVerdict.Failed, result.Verdict);
        Assert.Equal(3, result.Gates.Count(g => g.Verdict == GateVerdict.Failed));
        Assert.InRange(result.RpsRatio!.Value, 0, 0.5);
        Assert.Equal(result.Candidate.Generator.Engine != LoadEngine.Socket, result.GeneratorShare is > 0.01 and < 0.99); // the socket engine has no own threads
        Assert.Equal("MaxSlowdownPercent", Assert.Throws<LoadGateException>(() => result.Verify()).Failures[0].Gate);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task An_endpoint_that_does_not_wait_is_no_slower_than_one_that_does()
    {
        var result = await Cold("/text").ComparedWith(Cold("/5ms"))
            .Within(new ComparisonGates { MaxSlowdownPercent = 5 }).MeasureFor(TimeSpan.FromSeconds(8)).RunAsync();

        Assert.Equal(GateVerdict.Passed, result.Verdict);
        result.Verify();
        Assert.Contains("Reference: GET /5ms", $"{result}", StringComparison.Ordinal);
        Assert.Contains("Passed MaxSlowdownPercent: RPS slowdown -", $"{result}", StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Requests_that_outlive_a_slice_are_not_lost()
    {
        // One of twenty waits for 100 ms: several times slower, though neither its median nor most slices of 10 ms show it.
        var result = await Cold("/one-of-twenty-waits").ComparedWith(Cold("/text"))
            .Within(new ComparisonGates { MaxSlowdownPercent = 50 }).MeasureFor(TimeSpan.FromSeconds(8)).RunAsync();

        Assert.Equal(GateVerdict.Failed, result.Verdict);
        Assert.InRange(result.RpsRatio!.Value, 0, 0.5);
    }

    [Fact]
    public async Task A_candidate_whose_requests_fail_fails()
    {
        var result = await Cold("/every-third").ComparedWith(Cold("/text")).Within(new ComparisonGates { MaxSlowdownPercent = 99 }).RunAsync();

        Assert.Equal(GateVerdict.Failed, result.Verdict);
        Assert.InRange(result.Candidate.Failed, 1, long.MaxValue);
        Assert.Null(result.RpsRatio);
        Assert.Equal("Evidence", Assert.Single(Assert.Throws<LoadGateException>(() => result.Verify()).Failures).Gate);
        Assert.Contains("Candidate: UnexpectedStatus", $"{result}", StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_reference_whose_requests_fail_cannot_be_judged()
    {
        var result = await Cold("/text").ComparedWith(Cold("/every-third")).Within(new ComparisonGates { MaxSlowdownPercent = 99 }).RunAsync();

        Assert.Equal(GateVerdict.Inconclusive, result.Verdict);
        Assert.Empty(result.Gates);
        var problem = Assert.Single(Assert.Throws<LoadTestException>(() => result.Verify()).Problems);
        Assert.Contains(" requests of the reference failed. Expected: a reference without failures. There is nothing to compare with. Fix the reference, or choose another. MaxFailures does not apply to it. UnexpectedStatus", problem, StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Without_gates_it_measures_and_gives_no_verdict()
    {
        var result = await Cold("/text").ComparedWith(Cold("/text")).MeasureFor(TimeSpan.FromSeconds(1)).Seed(3).RunAsync();

        Assert.Null(result.Verdict);
        Assert.Equal(
            "The comparison could not be judged. The comparison has no gate. Expected: one gate or more. Set one with Within before RunAsync.",
            Assert.Throws<LoadTestException>(() => result.Verify()).Message);
        Assert.InRange(result.Slices, 4, 100);
        Assert.InRange(result.RpsRatio!.Low, 0, result.RpsRatio.Value);
        Assert.InRange(result.RpsRatio.High, result.RpsRatio.Value, double.MaxValue);
        foreach (var side in new[] { result.Reference, result.Candidate })
        {
            Assert.Equal(side.Sent, side.Succeeded + side.Failed + side.InFlightAtEnd);
            Assert.InRange(side.Succeeded, 1, long.MaxValue);
            Assert.Equal(side.Rps, Assert.Single(side.Endpoints).Rps);
        }
    }

    [Fact]
    public async Task A_side_with_one_request_has_one_rate()
    {
        await using var server = new ScriptedServer(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                await Task.Delay(15); // longer than a slice at first
                await connection.SendAsync("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
            }
        });
        var test = LoadTest.Against(server.Address).Get("/").With(o => (o.Connections, o.WarmUp) = (1, TimeSpan.Zero));

        var result = await test.ComparedWith(test).MeasureFor(TimeSpan.FromSeconds(1)).RunAsync();

        var read = LoadComparisonResult.FromJson(result.ToJson());
        foreach (var side in new[] { result.Reference, result.Candidate, read.Reference, read.Candidate })
        {
            var request = Assert.Single(side.Endpoints);
            Assert.Equal((side.Rps, side.Rps), (request.Rps, side.CompletedPerSecond));
            Assert.Equal(side.Succeeded / side.Duration.TotalSeconds, side.Rps, tolerance: 1e-6);
            Assert.Equal((side.Sent, 0), (side.Succeeded, side.InFlightAtEnd));
            Assert.Equal((side.Sent, 0), (request.Succeeded, request.InFlightAtEnd));
            Assert.Equal(side.Rps, LoadSample.From(side).Rps);
            Assert.Contains(Readable.Rate(side.Rps), $"{result}", StringComparison.Ordinal);
            Assert.Contains(Readable.Rate(side.Rps), $"{request}", StringComparison.Ordinal);
        }

        Assert.Equal((result.Reference.Rps, result.Candidate.Rps), (read.Reference.Rps, read.Candidate.Rps));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Reports_the_load_of_the_machine_where_it_can_be_known()
    {
        await using var server = ScriptedServer.Answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
        var cores = ProcessorTicks.Read()?.Cores; // unknown on systems other than Linux

        var known = await Cold("/5ms").ComparedWith(Cold("/text")).MeasureFor(TimeSpan.FromSeconds(1)).RunAsync();
        var stranger = await LoadTest.Against(server.Address).Get("/").With(BeCold).ComparedWith(Cold("/text")).MeasureFor(TimeSpan.FromSeconds(1)).RunAsync();

        Assert.Equal(known.Reference.Machine, known.Candidate.Machine);
        Assert.Equal(cores, known.Candidate.Machine.Cores);
        Assert.Equal(cores is not null, known.Candidate.Machine.OtherBusyCores is not null);
        Assert.Equal(cores, stranger.Candidate.Machine.Cores);
        Assert.Null(stranger.Candidate.Machine.OtherBusyCores); // its server may be one of the others
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task The_built_in_endpoint_is_a_reference_of_few_bytes()
    {
        var result = await Cold("/5ms").ComparedWith(LoadTest.BuiltIn.With(BeCold))
            .Within(new ComparisonGates { MinRpsRatio = 0.9 }).MeasureFor(TimeSpan.FromSeconds(8)).RunAsync();

        Assert.Equal(GateVerdict.Failed, result.Verdict);
        Assert.InRange(result.Reference.Memory.AllocatedBytesPerRequest!.Value, 0, 2_000);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Each_side_may_have_its_own_app()
    {
        var result = await LoadTest.For<App>(app => app.Environment = "Staging").Get("/text").With(BeCold).ComparedWith(LoadTest.For<App>().Get("/text").With(BeCold))
            .MeasureFor(TimeSpan.FromSeconds(1)).RunAsync();

        Assert.Equal(0, result.Reference.Failed + result.Candidate.Failed);
    }

    [Fact]
    public async Task Apps_that_want_the_same_port_are_reported_together()
    {
        var port = FreePort.Find();

        var exception = await Assert.ThrowsAsync<LoadTestException>(() => OnPort().ComparedWith(OnPort()).RunAsync());

        Assert.Equal(2, exception.Problems.Count);
        Assert.StartsWith("The candidate: ", exception.Problems[0], StringComparison.Ordinal);
        Assert.Contains($" could not start because a port that its own code binds is in use: Failed to bind to address http://127.0.0.1:{port}: address already in use.", exception.Problems[0], StringComparison.Ordinal);
        Assert.StartsWith("Another of the compared apps runs at the same time. Expected: apps that can run at the same time, or one app for all sides.", exception.Problems[1], StringComparison.Ordinal);

        LoadTest OnPort() => LoadTest.For<App>(app => (app.Configuration["Mode"], app.Configuration["Port"]) = ("listens elsewhere too", $"{port}")).Get("/text").With(Hurry);
    }

    [Fact]
    public async Task A_gate_on_unknown_memory_is_an_error()
    {
        var exception = await Assert.ThrowsAsync<LoadTestException>(() => LoadTest.Against("http://127.0.0.1:1").Get("/").With(Hurry).ComparedWith(Quick("/text")) // the address is never contacted
            .Within(new ComparisonGates { MaxExtraAllocatedBytesPerRequest = 8 }).RunAsync());

        Assert.StartsWith("MaxExtraAllocatedBytesPerRequest is set, but the memory of an app that is known only by its address is not available.", Assert.Single(exception.Problems).ToString(), StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Each_side_is_prepared_once_however_often_it_is_measured()
    {
        var prepared = 0;
        var slow = Cold("/5ms").Prepare((_, _) =>
        {
            prepared++;
            return Task.FromResult<IEnumerable<KeyValuePair<string, string>>>([]);
        });

        var result = await slow.ComparedWith(Cold("/text")).Within(new ComparisonGates { MaxSlowdownPercent = 5 }).MeasureFor(TimeSpan.FromSeconds(8)).RunAsync();

        Assert.Equal(GateVerdict.Failed, result.Verdict); // so it was measured again
        Assert.Equal(1, prepared);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Apps_started_by_the_kit_are_recreated_and_prepared_again_for_a_second_pass_and_in_long_comparisons()
    {
        var (references, candidates) = (0, 0);
        await Counting("/5ms", () => candidates++).ComparedWith(Counting("/text", () => references++))
            .Within(new ComparisonGates { MaxSlowdownPercent = 1 }).MeasureFor(TimeSpan.FromSeconds(2)).RunAsync();

        Assert.Equal(references, candidates);
        Assert.InRange(references, 2, 10); // once more for the second pass

        LoadTest Counting(string path, Action prepared) => Quick(path).Prepare((_, _) =>
        {
            prepared();
            return Task.FromResult<IEnumerable<KeyValuePair<string, string>>>([]);
        });
    }

    [Fact]
    public async Task Every_placement_has_its_own_connections_and_the_first_alone_is_prepared()
    {
        // Each placement opens five connections, one of which only checks that something listens. The third placement fails, which ends the comparison.
        var (connections, prepared) = (0, 0);
        await using var server = new ScriptedServer(async connection =>
        {
            var status = Interlocked.Increment(ref connections) > 10 ? "500 Internal Server Error" : "200 OK";
            while (await connection.ReadRequestAsync() is not null)
            {
                await connection.SendAsync($"HTTP/1.1 {status}\r\nContent-Length: 0\r\n\r\n");
            }
        });
        var candidate = LoadTest.Against(server.Address).Get("/").With(BeCold).Prepare((_, _) =>
        {
            prepared++;
            return Task.CompletedTask;
        });

        var result = await candidate.ComparedWith(Cold("/text")).MeasureFor(_neverOver).RunAsync();

        Assert.Equal(GateVerdict.Failed, result.Verdict);
        Assert.Equal((2, 15, 1), (result.Placements, connections, prepared));
    }

    [Fact]
    public async Task Is_cancelled_without_a_result()
    {
        var requests = 0;
        using var cancel = new CancellationTokenSource();
        await using var server = new ScriptedServer(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                if (Interlocked.Increment(ref requests) == 100)
                {
                    await cancel.CancelAsync();
                }

                await connection.SendAsync("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
            }
        });

        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            () => LoadTest.Against(server.Address).Get("/").With(BeCold).ComparedWith(Cold("/text")).MeasureFor(_neverOver).RunAsync(cancel.Token));
    }

    [Fact]
    public async Task Every_problem_is_reported_before_anything_starts()
    {
        var problems = (await Assert.ThrowsAsync<LoadTestException>(() => LoadTest.For<App>().Get("/text").AtRate(10).With(o => o.Connections = 0).ComparedWith(LoadTest.For<App>())
            .Within(new ComparisonGates { MaxSlowdownPercent = 100, MinRpsRatio = double.NaN, MaxExtraAllocatedBytesPerRequest = -1 }).MeasureFor(TimeSpan.Zero).RunAsync())).Problems;

        Assert.Equal(
            [
                "MeasureFor is 0 s. Expected: 1 s to 1 h. 16 s are enough to detect most differences of 2%.",
                "MaxSlowdownPercent is 100. Expected: above zero, below 100. Leave the gate out if you don't need it.",
                "MinRpsRatio is NaN. Expected: above zero, and finite. Leave the gate out if you don't need it.",
                "MaxExtraAllocatedBytesPerRequest is -1. Expected: zero or more, and finite. Leave the gate out if you don't need it.",
                "The reference: The test has no request. Expected: one request or more. Say what to send, as in LoadTest.For(app).Get(\"/hello\").",
                "The candidate: Connections is 0. Expected: 1 to 20,000. Does it come from a missing setting? Leave it unset unless you need another number.",
                "The candidate has a rate set. Expected: a test without a rate. At a set rate, both sides handle the same load by definition. Leave AtRate out.",
            ],
            problems);
    }

    private static LoadTest Quick(string path) => LoadTest.For<App>().Get(path).With(Hurry);

    // Without a warm-up steadiness is not checked: a wait of 20 ms is clear in any state.
    private static LoadTest Cold(string path) => LoadTest.For<App>().Get(path).With(BeCold);

    private static void BeCold(LoadOptions options) => (options.Connections, options.WarmUp, options.MaxWarmUp) = (4, TimeSpan.Zero, TimeSpan.Zero);

    private static void Hurry(LoadOptions options) =>
        (options.Connections, options.WarmUp, options.MaxWarmUp) = (4, TimeSpan.FromMilliseconds(300), TimeSpan.FromSeconds(8));
}
