using FsCheck;
using FsCheck.Fluent;
using ThroughputKit.Recording;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Recording;

public class TallyTests
{
    [Fact]
    public void Parts_added_in_any_order_and_grouping_are_the_whole()
    {
        var input = Gen.Choose(0, int.MaxValue).Zip(Gen.Choose(1, 8)).Zip(Gen.Choose(0, 400)).ToArbitrary();

        Prop.ForAll(input, input =>
        {
            var ((seed, count), requests) = input;
            var random = new System.Random(seed);
            var whole = new Tally();
            var parts = Enumerable.Range(0, count).Select(_ => new Tally()).ToList();
            for (var i = 0; i < requests; i++)
            {
                var (kind, number) = (random.Next(6), random.Next());
                RandomTally.Count(whole, kind, number);
                RandomTally.Count(parts[random.Next(count)], kind, number);
            }

            while (parts.Count > 1)
            {
                var other = parts[random.Next(1, parts.Count)];
                parts.Remove(other);
                parts[random.Next(parts.Count)].Add(other);
            }

            Assert.Equal(Describe(whole), Describe(parts[0]));
        }).Check(FixedInputs.Of());
    }

    [Fact]
    public void Begins_anew_after_it_was_cleared()
    {
        var tally = new Tally();
        for (var kind = 0; kind < 6; kind++)
        {
            RandomTally.Count(tally, kind, 12_345);
        }

        tally.Clear();

        Assert.Equal(Describe(new Tally()), Describe(tally));
    }

    private static string Describe(Tally tally) => string.Join(
        ' ',
        tally.Sent, tally.Succeeded, tally.InFlightAtEnd, tally.Completed, tally.BytesSent, tally.BytesReceived, tally.HasContent,
        string.Join(',', Enum.GetValues<FailureKind>().Select(k => tally.Failures[k])),
        Describe(tally.Statuses), Describe(tally.UnexpectedStatuses), Describe(tally.Latency), Describe(tally.Censored));

    private static string Describe(StatusCounts counts) => string.Join(',', counts.All.ToArray().Order());

    private static string Describe(LatencyHistogram? latency) =>
        latency is null ? "-" : $"{latency.Count} {latency.Min} {latency.Max} {latency.Mean} {string.Join(',', latency.Buckets())}";
}
