using System.Diagnostics;
using ThroughputKit;
using ThroughputKit.Engines.Loops;
using ThroughputKit.Hosting;
using ThroughputKit.Planning;
using ThroughputKit.Running;
using ThroughputKit.Slices;

namespace Verdicts;

/// <summary>Two endpoints loaded in turn for a long time, in slices of any length, over new connections again and again.</summary>
internal static class LongRun
{
    private static readonly TimeSpan _settling = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan _toStop = TimeSpan.FromSeconds(10);

    public static async Task<IReadOnlyList<Placement>> MeasureAsync(
        (ILoadTarget App, string Path) reference, (ILoadTarget App, string Path) candidate, TimeSpan slice, TimeSpan placement, TimeSpan length, CancellationToken cancellationToken)
    {
        var sides = new Sides([("The reference", Of(reference)), ("The candidate", Of(candidate))]);
        try
        {
            return await MeasureAsync(sides, slice, placement, length, cancellationToken);
        }
        finally
        {
            await sides.StopAsync(_toStop);
        }
    }

    private static async Task<IReadOnlyList<Placement>> MeasureAsync(Sides sides, TimeSpan slice, TimeSpan placement, TimeSpan length, CancellationToken cancellationToken)
    {
        foreach (var side in sides.All)
        {
            side.SetSlices(slice, passes: 1, passTime: null);
        }

        using var crew = new LoopCrew();
        var run = new RunContext(cancellationToken) { Crew = crew };
        List<Placement> placements = [];
        long? begun = null;
        var place = new SlicePlace();
        while (begun is null || Stopwatch.GetElapsedTime(begun.Value) < length)
        {
            await using var open = await sides.OpenAsync(run);
            if (begun is null)
            {
                await sides.WarmUpAsync(least: null, run);
                begun = Stopwatch.GetTimestamp();
            }

            await PlaceAsync(_settling);
            placements.Add(await PlaceAsync(placement));
        }

        return placements.Exists(p => p.HasFailed) ? throw new InvalidOperationException("A request failed.") : placements;

        async Task<Placement> PlaceAsync(TimeSpan time)
        {
            var placed = Stopwatch.GetTimestamp();
            return (await Placement.MeasureAsync(sides.All, place, () => Stopwatch.GetElapsedTime(placed) >= time, Random.Shared.Next(), cancellationToken))[0];
        }
    }

    /// <summary>The candidate's share of the reference's RPS over all slices.</summary>
    public static double Ratio(IReadOnlyList<Placement> placements)
    {
        SlicePair[] pairs = [.. placements.SelectMany(p => p.Blocks).SelectMany(b => new[] { b.First, b.Second })];
        return Rps(pairs.Select(p => p.Candidate)) / Rps(pairs.Select(p => p.Reference));
    }

    private static double Rps(IEnumerable<Slice> slices) => slices.Sum(s => s.Completed) / slices.Sum(s => s.Busy.TotalSeconds);

    private static LoadPlan Of((ILoadTarget App, string Path) side) => new(side.App) { Requests = [LoadRequest.Get(side.Path)] };
}
