using ThroughputKit.Slices;
using ThroughputKit.Findings;
using ThroughputKit.Counting;
using ThroughputKit.Probes;
using ThroughputKit.Recording;
using ThroughputKit.Running;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Slices;

/// <summary>The work after responses of an app whose processor time is made up, and when it is a finding.</summary>
public class TrailingWorkProbeTests
{
    private const int Bytes = 1_000;

    // A twentieth of a turn of all cores.
    private static readonly TimeSpan _unit = ComparisonFindings.ToleratedWork;

    [Fact]
    public async Task Is_the_least_that_the_app_used_after_a_turn()
    {
        int[] units = [3, 5, 3, 2, 3, 3, 5, 5, 5, 1_000]; // threads spin, and the machine was busy with something else once

        Assert.Equal(new TrailingWork(2 * _unit, 2 * Bytes, Requests: 1), await MeasureAsync(turn => units[turn]));
    }

    [Theory]
    [InlineData(3, 1, 2)]
    [InlineData(3, 3, 0)] // a queue that is never empty, or of another side
    [InlineData(1, 3, 0)]
    public async Task What_the_process_does_before_a_turn_does_not_count(int after, int before, int expected) =>
        Assert.Equal(new TrailingWork(expected * _unit, expected * Bytes, Requests: 1), await MeasureAsync(_ => after, _ => before));

    [Theory]
    [InlineData(0, 1)]
    [InlineData(7, 8)]
    [InlineData(100, 30)]
    public async Task The_first_turn_waits_until_the_work_of_the_warm_up_is_done(int left, int rests)
    {
        var process = new Process(rest => rest < left ? 1 : 0);
        var restsBefore = 0;

        await MeasureAsync((Load(() => restsBefore = restsBefore == 0 ? process.Rests - 1 : restsBefore), process)); // but for the one before the turn

        Assert.Equal(rests, restsBefore);
    }

    [Theory]
    [InlineData(null, 10)]
    [InlineData(0, 1)]
    [InlineData(3, 4)]
    public async Task A_side_that_has_done_little_after_a_turn_has_no_more(int? little, int turns)
    {
        var loaded = new List<char>();

        await MeasureAsync(Side('a', little), Side('b', 0));

        Assert.Equal($"ab{new string('a', turns - 1)}", string.Concat(loaded));

        (Func<TimeSpan, CancellationToken, Task<WindowOutcome>> Load, IProcessProbe Process) Side(char name, int? idle) =>
            (Load(() => loaded.Add(name)), Working(turn => turn == idle ? 0 : 2));
    }

    [Fact]
    public async Task Each_turn_is_as_short_as_a_slice()
    {
        List<TimeSpan> lengths = [];

        await MeasureAsync((
            (length, _) =>
            {
                lengths.Add(length);
                return Task.FromResult(Turn());
            },
            Working(_ => 1)));

        Assert.Equal(Enumerable.Repeat(SliceLength.Shortest, 10), lengths);
    }

    [Fact]
    public async Task Is_unknown_of_a_side_whose_requests_fail()
    {
        var works = await MeasureAsync(((_, _) => Task.FromResult(Turn(fails: true)), Working(_ => 2)), (Load(() => { }), Working(_ => 3)));

        Assert.Null(works[0]);
        Assert.Equal(new TrailingWork(3 * _unit, 3 * Bytes, Requests: 1), works[1]);
    }

    [Fact]
    public async Task Is_unknown_if_the_process_does_not_answer() => Assert.Null(await MeasureAsync(turn => turn < 3 ? 1 : null));

    [Theory]
    [InlineData(10, 30, "CandidateTrailingWork")]
    [InlineData(30, 10, "ReferenceTrailingWork")]
    [InlineData(0, 1, null)]
    [InlineData(0, 1.1, "CandidateTrailingWork")]
    [InlineData(30, 30, null)]
    [InlineData(30, 38.4, null)] // a quarter and one more
    [InlineData(30, 38.6, "CandidateTrailingWork")]
    [InlineData(38.6, 30, "ReferenceTrailingWork")]
    public void Clearly_more_on_one_side_is_a_finding(double reference, double candidate, string? expected) =>
        Assert.Equal(expected, Find(reference * _unit, candidate * _unit)?.Name);

    [Theory]
    [InlineData(5, 900, null)] // threads spin until they sleep
    [InlineData(5, 1_000, "CandidateTrailingWork")]
    [InlineData(9.9, 0, null)]
    [InlineData(10.1, 0, "CandidateTrailingWork")]
    public void A_little_more_is_a_finding_only_if_it_allocates(double units, double bytes, string? expected) =>
        Assert.Equal(expected, ComparisonFindings.TrailingWork(Facts(Work(TimeSpan.Zero, 0), Work(units * _unit, bytes)))?.Name);

    [Fact]
    public void Without_figures_of_both_sides_there_is_no_finding() =>
        Assert.Null(ComparisonFindings.TrailingWork(MadeUp.Facts(MadeUp.Result(new LatencyHistogram()))));

    [Fact]
    public void The_message_says_which_side_is_at_a_disadvantage()
    {
        Assert.Equal(
            "After each turn of 10 ms, the candidate takes 300.0 ms of processor time for work that its responses didn't wait for; the reference takes 1.0 ms. "
            + "Some of that work runs during the turns of the reference, so the candidate is slower and allocates more than measured.",
            Find(TimeSpan.FromMilliseconds(1), TimeSpan.FromMilliseconds(300))!.Message);
        Assert.EndsWith(
            "so the reference is slower and allocates more than measured, and the candidate looks worse than it is.", Find(TimeSpan.FromMilliseconds(300), TimeSpan.FromMilliseconds(1))!.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void The_message_names_the_variants_of_an_experiment() => Assert.Equal(
        "After each turn of 10 ms, the variant 'a' takes 300.0 ms of processor time for work that its responses didn't wait for; the variant 'b' takes 1.0 ms. "
        + "Some of that work runs during the turns of the variant 'b', so the variant 'a' is slower and allocates more than measured, "
        + "and the variant 'b' looks worse than it is.",
        ComparisonFindings.TrailingWork(Facts(Work(TimeSpan.FromMilliseconds(300)), Work(TimeSpan.FromMilliseconds(1))) with { Names = ("the variant 'a'", "the variant 'b'") })!.Message);

    [Fact]
    public void Little_work_explains_little_and_much_explains_anything()
    {
        Assert.Equal(1.25 / 0.75, Find(TimeSpan.Zero, 5 * _unit)!.Explains, precision: 6);
        Assert.Equal(double.PositiveInfinity, Find(TimeSpan.Zero, 20 * _unit)!.Explains);
    }

    [Theory]
    [InlineData(true, 500)]
    [InlineData(false, 400)]
    public void It_explains_as_many_bytes_as_were_allocated_after_a_turn(bool shareProcess, double expected)
    {
        var (late, prompt) = (Work(30 * _unit, 40_000) with { Requests = 100 }, Work(_unit, 900) with { Requests = 400 });

        // 400 B per request of the late side, which they are missing from, and in one process 100 B per request of the other, which they are counted with.
        Assert.Equal(expected, Explained(late, prompt), precision: 6);
        Assert.Equal(expected, Explained(prompt, late), precision: 6);

        double Explained(TrailingWork reference, TrailingWork candidate)
        {
            var facts = Facts(reference, candidate);
            var (app, other) = (facts.App with { Probe = Working(_ => 0) }, facts.App with { Probe = Working(_ => 0) });
            return ComparisonFindings.TrailingWork(facts with { App = app, Other = shareProcess ? app with { LogsRequests = true } : other })!.ExplainsBytes;
        }
    }

    private static Finding? Find(TimeSpan reference, TimeSpan candidate) => ComparisonFindings.TrailingWork(Facts(Work(reference), Work(candidate)));

    private static RunFacts Facts(TrailingWork reference, TrailingWork candidate) => MadeUp.Facts(MadeUp.Result(new LatencyHistogram())) with
    {
        TrailingWork = (reference, candidate),
    };

    // Each unit allocates.
    private static TrailingWork Work(TimeSpan cpu, double? bytes = null) => new(cpu, bytes ?? (cpu / _unit * 10 * Bytes), Requests: 100);

    private static Func<TimeSpan, CancellationToken, Task<WindowOutcome>> Load(Action load) => (_, _) =>
    {
        load();
        return Task.FromResult(Turn());
    };

    private static async Task<TrailingWork?> MeasureAsync(Func<int, int?> after, Func<int, int?>? before = null) =>
        Assert.Single(await MeasureAsync((Load(() => { }), Working(after, before))));

    private static Task<TrailingWork?[]> MeasureAsync(params (Func<TimeSpan, CancellationToken, Task<WindowOutcome>> Load, IProcessProbe Process)[] sides) =>
        TrailingWorkProbe.MeasureAsync(sides, CancellationToken.None);

    // An app that has done the work of its warm-up: the first rest is idle, and then there is one before and one after each turn.
    private static Process Working(Func<int, int?> after, Func<int, int?>? before = null) =>
        new(rest => rest == 0 ? 0 : rest % 2 == 1 ? before is null ? 0 : before((rest - 1) / 2) : after((rest - 1) / 2));

    private static WindowOutcome Turn(bool fails = false)
    {
        var recorder = new Recorder(endpoints: 1);
        recorder.Complete(0, fails ? 500 : 200, success: !fails, inWindow: true, at: 1, latency: 1);
        var none = new ProcessUse(AllocatedBytes: 0, WorkingSetDelta: 0, WorkingSet: 0, Gen0: 0, Gen1: 0, Gen2: 0, Pause: TimeSpan.Zero, Cpu: TimeSpan.Zero);
        var length = SliceLength.Shortest;
        return new WindowOutcome(recorder, [], length, length, WasCancelled: false, none, none, WorkingSetPeak: 0, Cost: null, HeapDelta: null, Batches: []);
    }

    /// <summary>A process that uses so many units of processor time in each rest, and allocates in them; null if it doesn't answer.</summary>
    private sealed class Process(Func<int, int?> units) : IProcessProbe
    {
        private int _used;

        public int Rests { get; private set; }

        public bool HasExited => false;

        public string? UnansweredCommand => null;

        public ProcessSnapshot? TakeBefore() => Taken();

        public ProcessSnapshot? TakeAfter()
        {
            if (units(Rests++) is not { } more)
            {
                return null;
            }

            _used += more;
            return Taken();
        }

        public long? CollectAndMeasure() => null;

        public long? CountCompiledMethods() => null;

        public long? CountOwedMethods() => null;

        public void EndCompilerWatch()
        {
            // nothing answers
        }

        public long ReadWorkingSet() => 0;

        public void BeginSampling()
        {
        }

        public IReadOnlyList<AllocatedType> EndSampling(int count) => [];

        public void ForgetTexts()
        {
            // nothing is counted
        }

        public void BeginCounting(int? ownPort)
        {
            // nothing is counted
        }

        public TimeSpan? CountsSettleIn() => null;

        public long[]? ReadCounts() => null;

        public CountedTexts? EndCounting() => null;

        private ProcessSnapshot Taken() => default(ProcessSnapshot) with { Cpu = _used * _unit, AllocatedBytes = (long)_used * Bytes };
    }
}
