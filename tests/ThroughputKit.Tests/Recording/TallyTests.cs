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
                Count(whole, kind, number);
                Count(parts[random.Next(count)], kind, number);
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
            Count(tally, kind, 12_345);
        }

        tally.Clear();

        Assert.Equal(Describe(new Tally()), Describe(tally));
    }

    private static void Count(Tally tally, int kind, int number)
    {
        tally.Sent++;
        tally.BytesSent += number % 1_000;
        tally.BytesReceived += number % 2_000;
        switch (kind)
        {
            case 0:
                tally.Failures.Increment((FailureKind)(number % Enum.GetValues<FailureKind>().Length));
                break;
            case 1:
                tally.Answered(100 + (number % 500), isUnexpected: true);
                tally.Failures.Increment(FailureKind.UnexpectedStatus);
                break;
            case 2:
                tally.InFlightAtEnd++;
                break;
            case 3:
                var waits = new LatencyHistogram();
                waits.Record(number);
                tally.AddCensored(waits);
                tally.Failures.Increment(FailureKind.Timeout);
                break;
            default:
                tally.Answered(200 + (number % 7), isUnexpected: false);
                tally.Succeeded++;
                tally.Latency.Record(number);
                tally.HasContent |= number % 50 == 0;
                break;
        }
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
