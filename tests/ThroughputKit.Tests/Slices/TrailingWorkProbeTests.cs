using ThroughputKit.Slices;
using ThroughputKit.Findings;
using ThroughputKit.Probes;
using ThroughputKit.Recording;
using ThroughputKit.Running;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Slices;

/// <summary>The work after responses of an app whose processor time is made up, and when it is a finding.</summary>
public class TrailingWorkProbeTests
{
    private const int BytesOfMs = 1_000;

    [Fact]
    public async Task Is_what_the_app_used_after_the_median_turn()
    {
        int[] milliseconds = [3, 3, 3, 3, 3, 5, 5, 5, 5, 1_000]; // the machine was busy with something else once

        Assert.Equal(new TrailingWork(TimeSpan.FromMilliseconds(4), AllocatedBytes: 4 * BytesOfMs, Requests: 1), await MeasureAsync(milliseconds));
    }

    [Fact]
    public async Task Each_turn_is_as_short_as_a_slice()
    {
        List<TimeSpan> lengths = [];

        await TrailingWorkProbe.MeasureAsync(
            (length, _) =>
            {
                lengths.Add(length);
                return Task.FromResult(Turn());
            },
            new Process(_ => 1),
            CancellationToken.None);

        Assert.Equal(Enumerable.Repeat(SliceLength.Shortest, 10), lengths);
    }

    [Theory]
    [InlineData(0, 4)]
    [InlineData(1, 10)] // in the fourth turn
    public async Task Little_work_is_known_after_few_turns(int fourth, int turns)
    {
        var loaded = 0;

        await TrailingWorkProbe.MeasureAsync(
            (_, _) =>
            {
                loaded++;
                return Task.FromResult(Turn());
            },
            new Process(turn => turn == 3 ? fourth : 0),
            CancellationToken.None);

        Assert.Equal(turns, loaded);
    }

    [Fact]
    public async Task Is_unknown_if_requests_fail() => Assert.Null(
        await TrailingWorkProbe.MeasureAsync((_, _) => Task.FromResult(Turn(fails: true)), new Process(_ => 1), CancellationToken.None));

    [Fact]
    public async Task Is_unknown_if_the_process_does_not_answer() => Assert.Null(
        await TrailingWorkProbe.MeasureAsync((_, _) => Task.FromResult(Turn()), new Process(turn => turn < 3 ? 1 : null), CancellationToken.None));

    [Theory]
    [InlineData(10, 30, "CandidateTrailingWork")]
    [InlineData(30, 10, "ReferenceTrailingWork")]
    [InlineData(0, 1, null)]
    [InlineData(0, 1.1, "CandidateTrailingWork")]
    [InlineData(30, 30, null)]
    [InlineData(30, 38.5, null)] // a quarter and 1 ms more
    [InlineData(30, 38.6, "CandidateTrailingWork")]
    [InlineData(38.6, 30, "ReferenceTrailingWork")]
    public void Clearly_more_on_one_side_is_a_finding(double reference, double candidate, string? expected) =>
        Assert.Equal(expected, Find(reference, candidate)?.Name);

    [Fact]
    public void Without_figures_of_both_sides_there_is_no_finding() =>
        Assert.Null(ComparisonFindings.TrailingWork(MadeUp.Facts(MadeUp.Result(new LatencyHistogram()))));

    [Fact]
    public void The_message_says_which_side_is_at_a_disadvantage()
    {
        Assert.Equal(
            "After each turn of 10 ms, the candidate takes 30.0 ms of processor time for work that its responses didn't wait for; the reference takes 1.0 ms. "
            + "Some of that work runs during the turns of the reference, so the candidate is slower and allocates more than measured.",
            Find(1, 30)!.Message);
        Assert.EndsWith(
            "so the reference is slower and allocates more than measured, and the candidate looks worse than it is.", Find(30, 1)!.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void The_message_names_the_variants_of_an_experiment() => Assert.Equal(
        "After each turn of 10 ms, the variant 'a' takes 30.0 ms of processor time for work that its responses didn't wait for; the variant 'b' takes 1.0 ms. "
        + "Some of that work runs during the turns of the variant 'b', so the variant 'a' is slower and allocates more than measured, "
        + "and the variant 'b' looks worse than it is.",
        ComparisonFindings.TrailingWork(Facts(Work(30), Work(1)) with { Names = ("the variant 'a'", "the variant 'b'") })!.Message);

    [Fact]
    public void Little_work_explains_little_and_much_explains_anything()
    {
        var turn = 10.0 * Environment.ProcessorCount;

        Assert.Equal(1.25 / 0.75, Find(0, turn / 4)!.Explains, precision: 6);
        Assert.Equal(double.PositiveInfinity, Find(0, turn)!.Explains);
    }

    [Fact]
    public void It_explains_as_many_bytes_as_were_allocated_after_a_turn()
    {
        var (late, prompt) = (Work(30) with { AllocatedBytes = 40_000, Requests = 100 }, Work(1) with { AllocatedBytes = 900, Requests = 400 });

        // 400 B per request of the late side, which they are missing from, and 100 B per request of the other, which they are counted with.
        Assert.Equal(500, ComparisonFindings.TrailingWork(Facts(late, prompt))!.ExplainsBytes, precision: 6);
        Assert.Equal(500, ComparisonFindings.TrailingWork(Facts(prompt, late))!.ExplainsBytes, precision: 6);
    }

    private static Finding? Find(double reference, double candidate) => ComparisonFindings.TrailingWork(Facts(Work(reference), Work(candidate)));

    private static RunFacts Facts(TrailingWork reference, TrailingWork candidate) => MadeUp.Facts(MadeUp.Result(new LatencyHistogram())) with
    {
        TrailingWork = (reference, candidate),
    };

    private static TrailingWork Work(double milliseconds) => new(TimeSpan.FromMilliseconds(milliseconds), AllocatedBytes: 0, Requests: 100);

    private static Task<TrailingWork?> MeasureAsync(int[] milliseconds) =>
        TrailingWorkProbe.MeasureAsync((_, _) => Task.FromResult(Turn()), new Process(turn => milliseconds[turn]), CancellationToken.None);

    private static WindowOutcome Turn(bool fails = false)
    {
        var recorder = new Recorder(endpoints: 1);
        recorder.Complete(0, fails ? 500 : 200, success: !fails, inWindow: true, at: 1, latency: 1);
        var none = new ProcessUse(AllocatedBytes: 0, WorkingSetDelta: 0, WorkingSet: 0, Gen0: 0, Gen1: 0, Gen2: 0, Pause: TimeSpan.Zero, Cpu: TimeSpan.Zero);
        var length = SliceLength.Shortest;
        return new WindowOutcome(recorder, [], length, length, WasCancelled: false, none, none, WorkingSetPeak: 0, Cost: null, HeapDelta: null, Batches: []);
    }

    /// <summary>A process that uses so many milliseconds of processor time after each turn, and allocates in them; null if it doesn't answer.</summary>
    private sealed class Process(Func<int, int?> milliseconds) : IProcessProbe
    {
        private int _turn;
        private TimeSpan _used;

        public bool HasExited => false;

        public string? UnansweredCommand => null;

        public ProcessSnapshot? TakeBefore() => Taken();

        public ProcessSnapshot? TakeAfter()
        {
            if (milliseconds(_turn++) is not { } more)
            {
                return null;
            }

            _used += TimeSpan.FromMilliseconds(more);
            return Taken();
        }

        public long? CollectAndMeasure() => null;

        public long? CountCompiledMethods() => null;

        public long ReadWorkingSet() => 0;

        public void BeginSampling()
        {
        }

        public IReadOnlyList<AllocatedType> EndSampling(int count) => [];

        private ProcessSnapshot Taken() => default(ProcessSnapshot) with { Cpu = _used, AllocatedBytes = (long)_used.TotalMilliseconds * BytesOfMs };
    }
}
