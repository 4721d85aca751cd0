using FsCheck;
using FsCheck.Fluent;
using ThroughputKit.Recording;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Results;

/// <summary>Results of several runs, merged to one.</summary>
public class ResultMergeTests
{
    private static readonly string[] _names = ["GET /a", "GET /b"];

    [Fact]
    public void Requests_split_over_runs_and_merged_in_any_order_and_grouping_are_one_run()
    {
        var input = Gen.Choose(0, int.MaxValue).Zip(Gen.Choose(1, 8)).Zip(Gen.Choose(0, 400)).ToArbitrary();

        Prop.ForAll(input, input =>
        {
            var ((seed, count), requests) = input;
            var random = new System.Random(seed);
            var (whole, parts) = (new Run(), Enumerable.Range(0, count).Select(_ => new Run()).ToArray());
            foreach (var part in parts)
            {
                part.Length = TimeSpan.FromTicks(random.Next(1, 100_000_000));
                whole.Length += part.Length;
            }

            for (var i = 0; i < requests; i++)
            {
                var (endpoint, kind, number) = (random.Next(_names.Length), random.Next(6), random.Next(1 << 22));
                whole.Count(endpoint, kind, number);
                parts[random.Next(count)].Count(endpoint, kind, number);
            }

            var merged = parts.Select(p => p.Result()).ToList();
            while (merged.Count > 1)
            {
                LoadResult[] some = [.. merged.OrderBy(_ => random.Next()).Take(random.Next(2, 4))];
                merged.RemoveAll(some.Contains);
                merged.Add(LoadResult.Merge(some));
            }

            Assert.Equal(whole.Result().ToJson(), (merged[0] with { Runs = [] }).ToJson());
            Assert.Equal(LoadResult.Merge(parts.Select(p => p.Result())).ToJson(), merged[0].ToJson()); // with its runs
        }).Check(FixedInputs.Of());
    }

    [Fact]
    public void Memory_and_processor_time_are_those_of_all()
    {
        var one = Made() with
        {
            Memory = new MemoryFigures
            {
                AllocatedBytes = 1_000,
                AllocatedBytesPerRequest = 1_000,
                WorkingSetPeak = 7,
                ManagedHeapDelta = -5,
                Gen0Collections = 2,
                Allocation = new AllocationFigures { BytesPerRequest = 120, Windows = [120, 121] },
                Retention = new RetentionFigures { BytesPerRequest = 1, Stretches = [1, 1, 2] },
            },
        };
        var other = one with
        {
            Cpu = one.Cpu with { Time = TimeSpan.FromSeconds(0.5), BusyCores = 0.1 },
            Memory = one.Memory with
            {
                AllocatedBytes = 2_000,
                WorkingSetPeak = 9,
                ManagedHeapDelta = 8,
                PauseTime = TimeSpan.FromSeconds(1),
                Allocation = new AllocationFigures { BytesPerRequest = 119, Windows = [119, 119] },
                Retention = new RetentionFigures { BytesPerRequest = 3, Stretches = [3, 3, 4] },
            },
        };

        var (memory, cpu) = (LoadResult.Merge([one, other]).Memory, LoadResult.Merge([one, other]).Cpu);

        Assert.Equal((3_000, 1_500, 9, 3, 4), (memory.AllocatedBytes, memory.AllocatedBytesPerRequest, memory.WorkingSetPeak, memory.ManagedHeapDelta, memory.Gen0Collections));
        Assert.Null(memory.PauseTime); // not known of one
        Assert.Equal((120, 4, 3), (memory.Allocation!.BytesPerRequest, memory.Allocation.Windows.Count, memory.Retention!.BytesPerRequest));
        Assert.Equal((TimeSpan.FromSeconds(10), 1), (cpu.Time, cpu.BusyCores));
    }

    [Fact]
    public void Each_finding_and_each_kind_of_failure_is_shown_as_in_one_run()
    {
        LoadResult[] runs = [.. Enumerable.Range(0, 3).Select(i => Made() with
        {
            Findings = [new("NotSteady", FindingSeverity.Warning, $"In run {i}.", ""), new("AppStopped", FindingSeverity.Error, "", "")],
            Failures = FailureFigures.None with { Timeouts = 2, Examples = [Example(i), Example(i + 10)] },
        })];

        var merged = LoadResult.Merge(runs);

        Assert.Equal(["AppStopped", "NotSteady"], merged.Findings.Select(f => f.Name));
        Assert.Equal([0, 1, 2], merged.Failures.Examples.Select(e => e.At.TotalSeconds));
        Assert.Equal(6, merged.Failures.Timeouts);

        static FailureExample Example(int at) => new() { Kind = FailureKind.Timeout, Request = "GET /a", At = TimeSpan.FromSeconds(at), Detail = "" };
    }

    [Fact]
    public void What_was_read_is_merged_and_judged()
    {
        var merged = LoadResult.Merge(Enumerable.Range(1, 3).Select(i => LoadResult.FromJson((Made() with { BytesSent = i }).ToJson())));

        Assert.Equal((TimeSpan.FromSeconds(15), 300_000, 20_000), (merged.Duration, merged.Succeeded, merged.Rps));
        Assert.Throws<LoadGateException>(() => merged.VerifyAsIs(new LoadGates { MinRps = 20_001 }));
    }

    [Fact]
    public void It_is_judged_by_how_its_runs_differ_and_not_by_their_parts()
    {
        var merged = LoadResult.Merge([Of(43_023), Of(33_912)]);

        var failure = Assert.Single(Assert.Throws<LoadGateException>(() => merged.VerifyAsIs(new LoadGates { MinRps = 34_000 })).Failures);

        Assert.StartsWith("38,468 RPS; minimum 34,000; 95% interval ", failure.Message, StringComparison.Ordinal);
        Assert.Contains("; 2 runs: 33,912, 43,023. Too close to the limit to pass or fail: the interval allows for", failure.Message, StringComparison.Ordinal);
        merged.VerifyAsIs(new LoadGates { MinRps = 25_000 });
        Assert.Contains(
            "; 2 runs: 33,912, 43,023; the runs' own 95% intervals span 33,912 to 43,023. This would",
            Assert.Single(Assert.Throws<LoadGateException>(() => merged.VerifyAsIs(new LoadGates { MinRps = 50_000 })).Failures).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void So_is_each_of_its_requests()
    {
        var merged = LoadResult.Merge([OfHello(43_023), OfHello(33_912)]);
        var gates = new LoadGates { Endpoints = [new("GET /hello", new() { MinRps = 34_000 })] };

        var failure = Assert.Single(Assert.Throws<LoadGateException>(() => merged.VerifyAsIs(gates)).Failures);

        Assert.StartsWith("GET /hello: MinRps", failure.Gate, StringComparison.Ordinal);
        Assert.Contains("; 2 runs: 33,912, 43,023. Too close", failure.Message, StringComparison.Ordinal);

        static LoadResult OfHello(long rps)
        {
            var made = Of(rps);
            return made with { Endpoints = [made.Endpoints[0] with { Rps = rps, Sent = rps * 5, Succeeded = rps * 5 }] };
        }
    }

    [Fact]
    public void Of_many_runs_the_lowest_and_the_highest_are_shown() => Assert.Contains(
        "; 8 runs: 20,000 to 27,000",
        Assert.Throws<LoadGateException>(() => LoadResult.Merge(Enumerable.Range(20, 8).Select(i => Of(i * 1_000))).VerifyAsIs(new LoadGates { MinRps = 50_000 })).Message,
        StringComparison.Ordinal);

    [Fact]
    public void It_is_compared_by_how_its_runs_differ()
    {
        var steady = LoadResult.Merge(Enumerable.Range(1, 3).Select(i => Of(20_000) with { BytesSent = i }));
        var differing = LoadResult.Merge([Of(10_000), Of(20_000), Of(30_000)]);

        var (one, three, wide) = (Ratio(Of(20_000)), Ratio(steady), Ratio(differing));

        Assert.InRange(three.High, 1.01, one.High - 0.01);
        Assert.InRange(wide.High, one.High, double.MaxValue);

        static RatioFigures Ratio(LoadResult result) => result.ComparedWith(Of(20_000) with { BytesSent = 9 }).RpsRatio!;
    }

    [Fact]
    public void Limits_of_a_run_are_those_of_the_worst()
    {
        var merged = LoadResult.Merge([Using(collections: 9, growth: 50_000), Using(3, 900_000), Using(4, -40_000)]);

        merged.VerifyAsIs(new LoadGates { MaxGen2Collections = 9, MaxWorkingSetGrowthBytes = 900_000, MaxHeapGrowthBytes = 920_000 });
        Assert.Equal(
            [
                "MaxHeapGrowthBytes: 900,000 B of heap growth; limit 800,000 (12.5% over). That is the most in any of 3 runs.",
                "MaxWorkingSetGrowthBytes: 900,000 B of working set growth; limit 800,000 (12.5% over). That is the most in any of 3 runs.",
                "MaxGen2Collections: 9 collections of generation 2; limit 8 (12.5% over). That is the most in any of 3 runs.",
            ],
            Assert.Throws<LoadGateException>(() => merged.VerifyAsIs(new LoadGates { MaxGen2Collections = 8, MaxWorkingSetGrowthBytes = 800_000, MaxHeapGrowthBytes = 800_000 }))
                .Failures.Select(f => f.ToString()));
        Assert.Throws<LoadTestException>(() => LoadResult.Merge([Using(1, 1), Made() with { Memory = MemoryFigures.NotAvailable }]).VerifyAsIs(new LoadGates { MaxGen2Collections = 8 }));

        static LoadResult Using(int collections, long growth)
        {
            var made = Made();
            return made with { Memory = made.Memory with { Gen2Collections = collections, WorkingSetDelta = growth, ManagedHeapDelta = growth } };
        }
    }

    [Fact]
    public void A_run_without_a_success_is_no_evidence()
    {
        var merged = LoadResult.Merge([Made(), Made() with { Sent = 7, Succeeded = 0, InFlightAtEnd = 7 }]);

        var failure = Assert.Single(Assert.Throws<LoadGateException>(() => merged.VerifyAsIs(new())).Failures);

        Assert.Equal("in one of the 2 runs no request succeeded (7 sent)", failure.ToString());
    }

    [Fact]
    public void Nor_is_a_run_of_less_than_the_whole_test()
    {
        var whole = Made();
        var rare = whole.Endpoints[0] with { Name = "GET /rare", IsInMix = true };
        var mix = LoadResult.Merge([whole with { Endpoints = [whole.Endpoints[0], rare] }, whole with { Endpoints = [whole.Endpoints[0], rare with { Sent = 0, Succeeded = 0 }] }]);
        var scenario = LoadResult.Merge([whole with { Iterations = 4, IterationsEnded = 3 }, whole with { Iterations = 4 }]);

        Assert.StartsWith("in one of the 2 runs GET /rare was never sent, so the mix was not measured as it is. ", Failure(mix), StringComparison.Ordinal);
        Assert.StartsWith("in one of the 2 runs no iteration of the scenario ended (4 begun), ", Failure(scenario), StringComparison.Ordinal);

        static string Failure(LoadResult merged) => Assert.Single(Assert.Throws<LoadGateException>(() => merged.VerifyAsIs(new())).Failures).ToString();
    }

    [Fact]
    public void The_iterations_of_scenarios_are_added_and_each_run_must_have_ended_some_of_each()
    {
        var one = Of(20_000) with { Iterations = 7, IterationsEnded = 7, Scenarios = [MadeUp.Scenario("browse", 6), MadeUp.Scenario("buy", 1)] };
        var other = one with { Rps = 30_000, Iterations = 6, IterationsEnded = 6, Scenarios = [MadeUp.Scenario("browse", 6), MadeUp.Scenario("buy", 0)] };

        var merged = LoadResult.Merge([one, other]);

        Assert.Equal([("browse", 12L, 12L), ("buy", 1L, 1L)], merged.Scenarios!.Select(s => (s.Name, s.Iterations, s.IterationsEnded)));
        Assert.Equal(
            "in one of the 2 runs no iteration of the scenario buy ended (0 begun), so the mix was not measured as it is. Measure for longer, with more users, or give it a larger weight",
            Assert.Single(Assert.Throws<LoadGateException>(() => merged.VerifyAsIs(new())).Failures).ToString());
        Assert.StartsWith(
            "The results differ in more than their figures: the scenarios browse, buy, and the scenarios buy, browse. ",
            Assert.Throws<ArgumentException>(() => LoadResult.Merge([one, one with { Scenarios = [.. one.Scenarios!.Reverse()] }])).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void It_says_how_many_runs_it_has_and_how_to_judge_them()
    {
        var merged = LoadResult.Merge([Of(20_000), Of(30_000), Of(25_000)]);

        Assert.Contains($"{Environment.NewLine}  Runs        3 merged, with 20,000 to 30,000 RPS{Environment.NewLine}", merged.ToString(), StringComparison.Ordinal);
        Assert.EndsWith(
            "A merged result keeps none of its runs' gates. Judge it by how its runs differ: result.VerifyAsIs(gates).",
            Assert.Throws<LoadTestException>(() => merged.Verify()).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void Its_runs_are_flat_and_are_read_and_judged_alike()
    {
        LoadResult[] runs = [Of(20_000) with { EarlierAttempts = [Made()] }, Of(30_000), Of(25_000)];

        var merged = LoadResult.Merge([runs[1], LoadResult.Merge([runs[0], runs[2]])]);
        var read = LoadResult.FromJson(merged.ToJson());

        Assert.Equal([20_000, 25_000, 30_000], merged.Runs.Select(r => r.Rps));
        Assert.All(merged.Runs, r => Assert.Empty(r.Runs.Concat(r.EarlierAttempts)));
        Assert.Equal(LoadResult.Merge(runs).ToJson(), read.ToJson());
        Assert.Equal(Message(merged), Message(read));
        Assert.Empty(runs[0].Runs);

        static string Message(LoadResult result) => Assert.Throws<LoadGateException>(() => result.VerifyAsIs(new LoadGates { MinRps = 24_000 })).Message;
    }

    [Fact]
    public void Runs_that_do_not_add_up_are_an_error()
    {
        var merged = LoadResult.Merge([Of(20_000), Of(30_000)]);
        LoadResult[] wrong =
        [
            merged with { Runs = [merged.Runs[0]] },
            merged with { Runs = [merged.Runs[0], merged.Runs[0]] },
            merged with { Runs = [merged.Runs[0], merged.Runs[1] with { Runs = merged.Runs }] },
        ];

        Assert.All(wrong, w => Assert.Contains(
            "The runs of a result don't add up", Assert.Throws<FormatException>(() => LoadResult.FromJson(w.ToJson())).Message, StringComparison.Ordinal));
    }

    [Fact]
    public void One_is_itself_and_none_is_an_error()
    {
        var one = Made();

        Assert.Same(one, LoadResult.Merge([one]));
        Assert.StartsWith("There is no result to merge.", Assert.Throws<ArgumentException>(() => LoadResult.Merge([])).Message, StringComparison.Ordinal);
        Assert.StartsWith("One of the results is null.", Assert.Throws<ArgumentException>(() => LoadResult.Merge([one, null!])).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Results_of_different_loads_are_an_error_that_says_in_what_they_differ()
    {
        var one = Made();
        var other = one with { Connections = 2, Environment = one.Environment with { Cores = 64 }, Endpoints = [one.Endpoints[0] with { Name = "GET /b" }], Name = one.Name };

        var message = Assert.Throws<ArgumentException>(() => LoadResult.Merge([one, one, other])).Message;

        Assert.StartsWith("The results differ in more than their figures: the requests GET /hello, and the requests GET /b; 64 connections, and 2 connections; ", message, StringComparison.Ordinal);
        Assert.Contains("Cores = 64", message, StringComparison.Ordinal);
        Assert.Contains("Expected: results of one test on one machine. Merge runs of the same test.", message, StringComparison.Ordinal);
    }

    [Fact]
    public void The_same_run_twice_is_no_more_evidence()
    {
        var (one, other) = (Of(20_000), Of(30_000));
        LoadResult[][] wrong = [[one, LoadResult.FromJson(one.ToJson())], [other, one, other], [LoadResult.Merge([one, other]), one with { EarlierAttempts = [other] }]];

        Assert.All(wrong, w => Assert.StartsWith(
            "The same run is there twice: GET /hello, with ", Assert.Throws<ArgumentException>(() => LoadResult.Merge(w)).Message, StringComparison.Ordinal));
    }

    [Fact]
    public void A_cold_run_is_not_merged_with_a_warm_one()
    {
        var warm = Made();
        var cold = warm with { WarmUp = warm.WarmUp with { Duration = TimeSpan.Zero } };

        Assert.StartsWith(
            "The results differ in more than their figures: a warm-up, and no warm-up. ",
            Assert.Throws<ArgumentException>(() => LoadResult.Merge([warm, cold])).Message,
            StringComparison.Ordinal);
        Assert.Equal(FindingNames.OtherConditions, Assert.Single(cold.ComparedWith(warm).Findings).Name);
    }

    private static LoadResult Of(long rps)
    {
        var batch = new Batch(TimeSpan.FromMilliseconds(250), rps / 4, 1e6, 1_000_000, 2_000_000, 3_000_000) { Latencies = 100 };
        return Made() with { Rps = rps, Sent = (rps * 5) + 67, Succeeded = rps * 5, Batches = [.. Enumerable.Repeat(batch with { Succeeded = rps / 4 }, 20)] };
    }

    private static LoadResult Made()
    {
        var made = MadeUp.Result(new LatencyHistogram());
        return made with { Endpoints = [made.Endpoints[0] with { Completed = 1 }] };
    }

    private sealed class Run
    {
        private readonly Tally[] _tallies = [.. _names.Select(_ => new Tally())];

        public TimeSpan Length { get; set; }

        public void Count(int endpoint, int kind, int number) => RandomTally.Count(_tallies[endpoint], kind, number);

        public LoadResult Result()
        {
            var all = new Tally();
            foreach (var tally in _tallies)
            {
                all.Add(tally);
            }

            return MadeUp.Result(all.Latency) with
            {
                Duration = Length,
                Sent = all.Sent,
                Succeeded = all.Succeeded,
                Failed = all.Failures.Total,
                InFlightAtEnd = all.InFlightAtEnd,
                Rps = all.Succeeded / Length.TotalSeconds,
                CompletedPerSecond = all.Completed / Length.TotalSeconds,
                Failures = Failures(all),
                Statuses = Statuses(all.Statuses),
                Latency = new LatencyFigures(all.Latency, all.Censored),
                BytesSent = all.BytesSent,
                BytesReceived = all.BytesReceived,
                Pacing = new PacingFigures { Planned = Length.Ticks, Unsent = 0, Late = all.Completed, Lateness = new LatencyFigures(all.Latency) },
                Memory = MemoryFigures.NotAvailable,
                Cpu = new CpuFigures { Time = Length, TimePerRequest = all.Completed > 0 ? Length / all.Completed : null, BusyCores = 1 },
                WarmUp = new WarmUpFigures { Duration = Length, IsSteady = true, Reason = "" },
                Endpoints =
                [
                    .. _tallies.Select((t, i) => new EndpointFigures
                    {
                        Name = _names[i], Sent = t.Sent, Succeeded = t.Succeeded, Failed = t.Failures.Total, InFlightAtEnd = t.InFlightAtEnd, Completed = t.Completed,
                        Rps = t.Succeeded / Length.TotalSeconds, Failures = Failures(t), Statuses = Statuses(t.Statuses), UnexpectedStatuses = Statuses(t.UnexpectedStatuses),
                        Latency = new LatencyFigures(t.Latency, t.Censored), BytesSent = t.BytesSent, BytesReceived = t.BytesReceived,
                        IsEmpty = t.Latency.Count > 0 && !t.HasContent,
                    }),
                ],
            };
        }

        private static SortedDictionary<int, long> Statuses(StatusCounts counts) => new(counts.All.ToArray().ToDictionary(c => c.Status, c => c.Count));

        private static FailureFigures Failures(Tally tally) => FailureFigures.None with
        {
            Connect = tally.Failures[FailureKind.Connect],
            Write = tally.Failures[FailureKind.Write],
            Read = tally.Failures[FailureKind.Read],
            ClosedWhileReusing = tally.Failures[FailureKind.ClosedWhileReusing],
            Timeouts = tally.Failures[FailureKind.Timeout],
            Malformed = tally.Failures[FailureKind.Malformed],
            UnexpectedStatus = tally.Failures[FailureKind.UnexpectedStatus],
            FailedCheck = tally.Failures[FailureKind.FailedCheck],
        };
    }
}
