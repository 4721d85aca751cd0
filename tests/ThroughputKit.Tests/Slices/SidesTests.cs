using ThroughputKit.Engines.Loops;
using ThroughputKit.Findings;
using ThroughputKit.Hosting;
using ThroughputKit.Planning;
using ThroughputKit.Running;
using ThroughputKit.Slices;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Slices;

/// <summary>Sides of which one has failed, or can't be opened again.</summary>
public class SidesTests
{
    private const string Works = "HTTP/1.1 200 OK|Content-Length: 0||";
    private const string Fails = "HTTP/1.1 404 Not Found|Content-Length: 0||";

    private static readonly TimeSpan _stopLimit = TimeSpan.FromSeconds(10);

    [Fact]
    public async Task The_app_of_a_side_that_has_failed_is_not_started_again()
    {
        await using var working = ScriptedServer.Answering(Works);
        await using var failing = ScriptedServer.Answering(Fails);
        Target[] targets = [new(working), new(failing), new(working)];
        var sides = SidesOf(targets, TimeSpan.Zero);
        using var crew = new LoopCrew();

        await using (await sides.OpenAsync(new RunContext(CancellationToken.None) { Crew = crew }))
        {
            await sides.WarmUpAsync(least: null, new RunContext(CancellationToken.None));
            sides.WatchMachine();
            await MeasureAsync(sides);
        }

        await sides.StopOwnAppsAsync(_stopLimit);
        await using (await sides.OpenAsync(new RunContext(CancellationToken.None) { Crew = crew }))
        {
            sides.WatchMachine();
            var results = sides.Results(overlapped: false);

            Assert.Equal([2, 1, 2], targets.Select(t => t.Starts));
            Assert.DoesNotContain(results[1].Findings, f => f.Name == "AppStopped"); // the kit stopped it
        }

        await sides.StopAsync(_stopLimit);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    public async Task Apps_that_the_kit_stopped_did_not_stop_by_themselves_if_the_next_one_does_not_start(int failing)
    {
        await using var server = ScriptedServer.Answering(Works);
        Target[] targets = [.. Enumerable.Range(0, 2).Select(i => new Target(server) { MaxStarts = i == failing ? 1 : 2 })];
        var sides = SidesOf(targets, TimeSpan.Zero);
        using var crew = new LoopCrew();
        await using (await sides.OpenAsync(new RunContext(CancellationToken.None) { Crew = crew }))
        {
            await sides.WarmUpAsync(least: null, new RunContext(CancellationToken.None));
            sides.WatchMachine();
            await MeasureAsync(sides);
        }

        await sides.StopOwnAppsAsync(_stopLimit);
        await Assert.ThrowsAsync<LoadTestException>(() => sides.OpenAsync(new RunContext(CancellationToken.None) { Crew = crew }));
        var results = sides.Results(overlapped: false);

        Assert.All(results, r => Assert.DoesNotContain(r.Findings, f => f.Name == "AppStopped"));
        await sides.StopAsync(_stopLimit);
    }

    [Theory]
    [InlineData(0, false)] // there is nothing to compare the others with
    [InlineData(1, true)]
    public async Task Work_after_responses_is_not_measured_of_sides_that_fail(int failing, bool areOthersLoaded)
    {
        await using var first = ScriptedServer.Answering(failing == 0 ? Fails : Works);
        await using var second = ScriptedServer.Answering(failing == 1 ? Fails : Works);
        await using var third = ScriptedServer.Answering(Works);
        ScriptedServer[] servers = [first, second, third];
        var sides = SidesOf(servers.Select(s => new ScriptedTarget(s, new ScriptedProcess(() => 0))), TimeSpan.FromMilliseconds(500));
        using var crew = new LoopCrew();
        await using var open = await sides.OpenAsync(new RunContext(CancellationToken.None) { Crew = crew });
        await sides.WarmUpAsync(least: null, new RunContext(CancellationToken.None));
        int[] before = [.. servers.Select(s => s.Requests)];

        await sides.MeasureTrailingWorkAsync(CancellationToken.None);

        Assert.Equal(
            servers.Select((_, i) => areOthersLoaded && i != failing), servers.Select((s, i) => s.Requests > before[i]));
        await sides.StopAsync(_stopLimit);
    }

    [Fact]
    public async Task Work_after_responses_of_an_app_that_is_not_steady_is_no_finding()
    {
        await using var first = ScriptedServer.Answering(Works);
        await using var second = ScriptedServer.Answering(Works);
        var sides = SidesOf([new ScriptedTarget(first, new ScriptedProcess(() => 0)), new ScriptedTarget(second, new ScriptedProcess(() => 0))], TimeSpan.FromMilliseconds(50));
        using var crew = new LoopCrew();
        await using var open = await sides.OpenAsync(new RunContext(CancellationToken.None) { Crew = crew });
        await sides.WarmUpAsync(least: null, new RunContext(CancellationToken.None));
        sides.WatchMachine();
        await MeasureAsync(sides);

        (sides.All[0].TrailingWork, sides.All[1].TrailingWork) = (new TrailingWork(TimeSpan.Zero, 0, 1), new TrailingWork(TimeSpan.FromSeconds(9), 1e6, 1));
        var result = sides.Results(overlapped: false)[1];

        Assert.Contains(result.Findings, f => f.Name == "NotSteady");
        Assert.DoesNotContain(result.Findings, f => f.Name == "CandidateTrailingWork");
        await sides.StopAsync(_stopLimit);
    }

    [Fact]
    public async Task The_result_of_a_side_counts_the_last_requests_of_its_slices_until_they_end()
    {
        await using var server = new ScriptedServer(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                await Task.Delay(3 * SliceLength.Shortest);
                await connection.SendAsync(Works);
            }
        });
        var sides = SidesOf([new ScriptedTarget(server, new ScriptedProcess(() => 0))], TimeSpan.Zero);
        using var crew = new LoopCrew();
        await using var open = await sides.OpenAsync(new RunContext(CancellationToken.None) { Crew = crew });
        await sides.WarmUpAsync(least: null, new RunContext(CancellationToken.None));
        sides.WatchMachine();
        await MeasureAsync(sides);
        await MeasureAsync(sides);

        var result = Assert.Single(sides.Results(overlapped: false));

        var request = Assert.Single(result.Endpoints);
        Assert.Equal((2, 2, 0), (result.Sent, result.Succeeded, result.InFlightAtEnd));
        Assert.Equal((2, 2, 0), (request.Sent, request.Succeeded, request.InFlightAtEnd));
        Assert.True(result.Duration > 4 * SliceLength.Shortest, $"{result.Duration}");
        Assert.Equal(2 / result.Duration.TotalSeconds, result.Rps);
        Assert.Equal((result.Rps, result.Rps), (request.Rps, result.CompletedPerSecond));
        Assert.DoesNotContain(result.Findings, f => f.Name == FindingNames.NothingSucceeded);
        Assert.Equal(result.Rps, LoadResult.Merge([result, result with { BytesSent = 0 }]).Rps, tolerance: 1e-9);
        await sides.StopAsync(_stopLimit);
    }

    // The machine may let nothing be sent in a slice.
    private static async Task MeasureAsync(Sides sides)
    {
        foreach (var side in sides.All)
        {
            while ((await side.MeasureAsync(first: 0, CancellationToken.None)).Completed == 0)
            {
            }
        }
    }

    private static Sides SidesOf(IEnumerable<ILoadTarget> targets, TimeSpan warmUp)
    {
        var options = new LoadOptions { Connections = 1, WarmUp = warmUp, MaxWarmUp = warmUp };
        return new Sides([.. targets.Select((t, i) => ($"Side {i}", new LoadPlan(t) { Requests = [LoadRequest.Get("/")], Options = options }))]);
    }

    /// <summary>An app that the kit starts and stops.</summary>
    private sealed class Target(ScriptedServer server) : ILoadTarget
    {
        public int Starts { get; private set; }

        public int MaxStarts { get; init; } = int.MaxValue;

        public string Name => "Target";

        public bool IsInProcess => false;

        public Task<RunningApp> StartAsync(TimeSpan timeout, CancellationToken cancellationToken)
        {
            if (++Starts > MaxStarts)
            {
                throw new LoadTestException(new Problem("It did not start", "an app that starts", "There is none."));
            }

            var stopping = new CancellationTokenSource();
            return Task.FromResult(new RunningApp
            {
                Address = server.Address,
                Stopping = stopping.Token,
                StopAsync = _ =>
                {
                    stopping.Cancel();
                    return Task.FromResult<string?>(null);
                },
            });
        }
    }
}
