using System.Diagnostics;
using ThroughputKit;
using ThroughputKit.Comparison;
using ThroughputKit.Engines.Epoll;
using ThroughputKit.Hosting;
using ThroughputKit.Planning;

namespace Verdicts;

/// <summary>Two endpoints of an app loaded in turn for a long time, in slices of any length.</summary>
internal static class LongRun
{
    public static async Task<IReadOnlyList<SlicePair>> MeasureAsync(
        SlowApp app, string reference, string candidate, TimeSpan slice, TimeSpan length, CancellationToken cancellationToken)
    {
        var target = new HostTarget(app.Host);
        var sides = new Sides(new ComparisonPlan(Of(reference), Of(candidate)));
        using var crew = new EpollCrew();
        await using var open = await sides.OpenAsync(crew, cancellationToken);
        await sides.Reference.WarmUpAsync(cancellationToken);
        await sides.Candidate.WarmUpAsync(cancellationToken);
        var stage = new Stage([], []);
        var begun = Stopwatch.GetTimestamp();
        await stage.RunAsync(
            token => sides.Reference.MeasureAsync(slice, token),
            token => sides.Candidate.MeasureAsync(slice, token),
            () => Stopwatch.GetElapsedTime(begun) / length,
            Random.Shared.Next(),
            cancellationToken);
        return stage.HasFailed ? throw new InvalidOperationException("A request failed.") : stage.Pairs;

        LoadPlan Of(string path) => new(target) { Requests = [LoadRequest.Get(path)] };
    }

    /// <summary>The candidate's share of the reference's RPS over all slices.</summary>
    public static double Ratio(IReadOnlyList<SlicePair> pairs) => Rps(pairs.Select(p => p.Candidate)) / Rps(pairs.Select(p => p.Reference));

    private static double Rps(IEnumerable<Slice> slices) => slices.Sum(s => s.Succeeded) / slices.Sum(s => s.Length.TotalSeconds);
}
