using FsCheck;
using FsCheck.Fluent;
using ThroughputKit.Pacing;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Pacing;

public class PacerTests
{
    [Fact]
    public void A_constant_rate_is_due_in_equal_steps()
    {
        var due = All(LoadRate.From(1_000).Hold(TimeSpan.FromSeconds(2)));

        Assert.Equal(Enumerable.Range(0, 2_000).Select(n => n * 1_000_000L), due);
    }

    [Fact]
    public void A_step_changes_the_rate_at_once()
    {
        var due = All(LoadRate.From(10).Hold(TimeSpan.FromSeconds(1)).StepTo(4).Hold(TimeSpan.FromSeconds(1)));

        Assert.Equal(14, due.Count);
        Assert.Equal([0.9, 1, 1.25, 1.5, 1.75], due.Skip(9).Select(Seconds));
    }

    [Fact]
    public void A_ramp_from_nothing_begins_at_once_and_grows_denser()
    {
        // The count after t seconds is t squared.
        var due = All(LoadRate.From(0).RampTo(20, TimeSpan.FromSeconds(10)));

        Assert.Equal(100, due.Count);
        Assert.Equal(Enumerable.Range(0, 100).Select(n => Math.Round(Math.Sqrt(n), 6)), due.Select(d => Math.Round(Seconds(d), 6)));
    }

    [Fact]
    public void A_ramp_to_nothing_ends()
    {
        var due = All(LoadRate.From(20).RampTo(0, TimeSpan.FromSeconds(10)));

        Assert.Equal(100, due.Count);
        Assert.InRange(Seconds(due[^1]), 8.9, 9.1); // ten minus the root of one
    }

    [Fact]
    public void Segments_without_requests_are_skipped() => Assert.Equal(
        [0, 3], All(LoadRate.From(1).Hold(TimeSpan.FromSeconds(0.5)).StepTo(0).Hold(TimeSpan.FromSeconds(2)).StepTo(1).Hold(TimeSpan.FromSeconds(1))).Take(2).Select(d => Math.Round(Seconds(d), 1)));

    [Fact]
    public void A_rate_can_end_after_any_number_of_requests_with_the_same_times() => Prop.ForAll(
        Arb.From(Gen.Choose(0, 400).Zip(Gen.Choose(1, 40)).ListOf()),
        Gen.Choose(1, 2_000).ToArbitrary(),
        (steps, count) =>
        {
            var rate = steps.Aggregate(LoadRate.From(7).Hold(TimeSpan.FromSeconds(1)), (r, s) => r.RampTo(s.Item1, TimeSpan.FromMilliseconds(50 * s.Item2)));
            var (all, some, until) = (All(rate), All(rate.Until(count)), rate.Until(count));
            Assert.Equal(all.Take(count).Select(d => d / 1_000), some.Select(d => d / 1_000));
            Assert.Equal(some.Count, until.CountWithin(until.Duration));
            Assert.True(until.Duration <= rate.Duration);
        }).Check(FixedInputs.Of());

    [Fact]
    public void A_rate_without_a_length_lasts_for_the_requests() => Assert.Equal(
        (200, 1.995), (All(LoadRate.From(100).Until(200)).Count, LoadRate.From(100).Until(200).Duration.TotalSeconds));

    [Fact]
    public void Any_profile_keeps_its_order_its_count_and_its_time() => Prop.ForAll(
        Arb.From(Gen.Choose(1, 400).Zip(Gen.Choose(1, 40)).ListOf()),
        steps =>
        {
            var rate = steps.Aggregate(LoadRate.From(7), (r, s) => r.RampTo(s.Item1, TimeSpan.FromMilliseconds(50 * s.Item2)));
            var due = All(rate);
            var count = rate.Segments.Sum(s => s.Count);
            return due.Zip(due.Skip(1)).All(pair => pair.First <= pair.Second)
                && Math.Abs(due.Count - count) <= 1
                && Enumerable.Range(0, 20).Select(i => i * rate.Duration / 20)
                    .Where(t => !due.Exists(d => Math.Abs(d - t.TotalNanoseconds) < 10_000)) // a request due at exactly that time may be rounded either way
                    .All(t => rate.CountWithin(t) == due.Count(d => d < t.TotalNanoseconds))
                && due.All(d => d >= 0 && d <= rate.Duration.TotalNanoseconds + 1);
        }).Check(FixedInputs.Of());

    [Fact]
    public void Paces_without_allocating()
    {
        var rate = LoadRate.From(0).RampTo(5_000, TimeSpan.FromSeconds(1)).StepTo(1_000).Hold(TimeSpan.FromSeconds(10));
        var pacers = new Queue<Pacer>(Enumerable.Range(0, 10).Select(_ => new Pacer(rate.Segments)));

        Assert.Equal(0, Allocated.By(() => Assert.True(CountOf(pacers.Dequeue()) == 12_500)));

        static int CountOf(Pacer pacer)
        {
            var count = 0;
            while (pacer.TryNext(out _, out _))
            {
                count++;
            }

            return count;
        }
    }

    private static double Seconds(long nanoseconds) => nanoseconds / 1e9;

    private static List<long> All(LoadRate rate)
    {
        var (pacer, due) = (new Pacer(rate.Segments), new List<long>());
        while (pacer.TryNext(out _, out var nanoseconds))
        {
            due.Add(nanoseconds);
        }

        return due;
    }
}
