using ThroughputKit.Comparison;
using ThroughputKit.Slices;
using ThroughputKit.Tests.Slices;

namespace ThroughputKit.Tests.Comparison;

/// <summary>Bytes that differ between two processes of one build are within the interval, and bytes that differ between two builds are not.</summary>
public class QuantitiesTests
{
    private const int Requests = 1_000_000;

    private static readonly Quantity _bytes = Quantities.All.Single(q => q.IsExact);

    [Theory]
    [InlineData(nameof(Separation.Processes), 1, 600, true)] // as two processes of samples/Shop did: within 2% of 50,000 B
    [InlineData(nameof(Separation.Processes), 1, 1_200, false)]
    [InlineData(nameof(Separation.Processes), 3, 1_200, false)]
    [InlineData(nameof(Separation.Apps), 1, 40, false)]
    [InlineData(nameof(Separation.Endpoints), 1, 40, false)]
    public void A_few_pairs_of_processes_differ_by_what_is_known_of_processes(string apart, int pairs, double extra, bool isPossible) =>
        Assert.Equal(isPossible, HoldsZero(Enum.Parse<Separation>(apart), pairs, _ => extra));

    [Theory]
    [InlineData(40, -40, true)]
    [InlineData(40, 44, false)]
    public void Four_pairs_of_processes_show_by_how_much_they_differ(double even, double odd, bool isPossible) =>
        Assert.Equal(isPossible, HoldsZero(Separation.Processes, 4, pair => pair % 2 == 0 ? even : odd));

    private static bool HoldsZero(Separation apart, int pairs, Func<int, double> extra)
    {
        var placements = Enumerable.Range(0, 16).Select(i => Allocating(50_000, extra(i % pairs)) with { Apps = (i % pairs, apart) });
        return _bytes.Estimate([.. placements])!.Within(0.025) is { Low: <= 0, High: >= 0 };
    }

    private static Placement Allocating(double bytes, double extra)
    {
        var pair = new SlicePair(Slice(bytes), Slice(bytes + extra));
        return Made.Placement() with { Blocks = [new Block(pair, pair)], Reference = Made.Latencies(1, 1_000), Candidate = Made.Latencies(1, 1_000) };

        static Slice Slice(double bytes) => Made.Slice(Requests) with { AllocatedBytes = (long)(Requests * bytes) };
    }
}
