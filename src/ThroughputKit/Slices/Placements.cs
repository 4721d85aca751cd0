using System.Diagnostics;
using ThroughputKit.Hosting;
using ThroughputKit.Running;

namespace ThroughputKit.Slices;

/// <summary>
/// Measures one placement after another, over new connections each time. It uses new apps, if the kit starts them, whenever measuring has
/// taken as long as starting and warming up the previous apps.
/// </summary>
/// <remarks>
/// 1. Stop apps whose time is up; open connections, to new apps if necessary. 2. Warm up new apps. 3. Let new connections settle. 4. Measure. 5. Close the
/// connections.
/// </remarks>
/// <param name="sides">All sides.</param>
/// <param name="run">The context, with the threads that generate the load of all sides.</param>
/// <param name="maxDuration">The maximum measuring time of a pass.</param>
/// <param name="random">Chooses the order of the slices.</param>
/// <param name="rpsRatio">Computes the ratio to report, from the placements before the last.</param>
internal sealed class Placements(Sides sides, RunContext run, TimeSpan maxDuration, Random random, Func<RatioFigures?> rpsRatio) : IPlacements
{
    // Many short placements show more than few long ones, as long as opening connections takes little of the time.
    private const int InMaxDuration = 64;

    private static readonly TimeSpan _longestOfSide = TimeSpan.FromMilliseconds(75);
    private static readonly TimeSpan _settling = TimeSpan.FromMilliseconds(200);
    private static readonly TimeSpan _settlingSlice = TimeSpan.FromMilliseconds(25);
    private static readonly TimeSpan _minWarmUp = TimeSpan.FromMilliseconds(200);

    private readonly TimeSpan _length = TimeSpan.FromTicks(Math.Min((maxDuration / InMaxDuration).Ticks, (_longestOfSide * sides.All.Count).Ticks));
    private readonly SlicePlace _place = new();
    private TimeSpan? _warmUp; // the duration of the last warm-up, including the start of the apps
    private TimeSpan _measured;
    private TimeSpan _withTheseApps;
    private bool _areAppsWarm;
    private bool _appsHaveHadTheirTime;
    private (long At, double Progress) _since; // when the first placement of the pass ended, which says nothing about the next ones

    /// <inheritdoc/>
    public double Progress => _measured / maxDuration;

    /// <summary>Begins a new pass, with new apps if the kit starts them.</summary>
    public void BeginAgain() => (_measured, _appsHaveHadTheirTime, _since) = (TimeSpan.Zero, true, default);

    /// <inheritdoc/>
    public async Task<IReadOnlyList<Placement>> NextAsync(CancellationToken cancellationToken)
    {
        var isFirst = _warmUp is null;

        // 1. Open.
        var opening = Stopwatch.GetTimestamp();
        if (_appsHaveHadTheirTime && sides.CanHaveOtherApps)
        {
            await sides.StopOwnAppsAsync(RunningApp.StopLimit(cancellationToken)).ConfigureAwait(false);
            _areAppsWarm = false;
        }

        var open = await sides.OpenAsync(run).ConfigureAwait(false);
        await using var closing = open.ConfigureAwait(false);

        // 2. Warm up.
        if (!_areAppsWarm)
        {
            await sides.WarmUpAsync(isFirst ? null : _minWarmUp, run).ConfigureAwait(false);
            if (isFirst && sides.WarmUp)
            {
                await sides.FailEndedAsync(cancellationToken).ConfigureAwait(false);
                await sides.MeasureTrailingWorkAsync(cancellationToken).ConfigureAwait(false);
            }

            (_warmUp, _withTheseApps, _areAppsWarm) = (Stopwatch.GetElapsedTime(opening), TimeSpan.Zero, true);
        }

        // 3. Settle. A side that never answers would only use up its timeout.
        var begun = Stopwatch.GetTimestamp();
        if (sides.Answering is { Count: > 0 } answering)
        {
            await SettleAsync(answering, isFirst, cancellationToken).ConfigureAwait(false);
            foreach (var side in isFirst ? answering : [])
            {
                await side.MeasureAloneAsync(_place.First, cancellationToken).ConfigureAwait(false);
            }
        }

        // 4. Measure.
        sides.WatchMachine();
        var measuring = Stopwatch.GetTimestamp();
        var working = CountWorking();
        begun = isFirst ? measuring : begun; // excludes the time for finding the slice length
        var measured = await Placement.MeasureAsync(
            sides.All, _place, () => Stopwatch.GetElapsedTime(measuring) >= _length, random.Next(), cancellationToken).ConfigureAwait(false);
        var took = CountWorking() < working ? TimeSpan.Zero : Stopwatch.GetElapsedTime(begun); // the others keep the time that a failing side waits
        (_measured, _withTheseApps) = (_measured + took, _withTheseApps + took);
        _appsHaveHadTheirTime = _withTheseApps >= _warmUp;
        run.Progress.Report("Measuring slices in turn", p => p with { Left = Left(), RpsRatio = rpsRatio() });
        _since = _since.At == 0 ? (Stopwatch.GetTimestamp(), Progress) : _since;
        return [.. measured.Select((p, i) => p with { Apps = sides.AppsOf(i + 1) })];
    }

    private TimeSpan Left()
    {
        var done = _since.At == 0 ? 0 : Progress - _since.Progress;
        var whole = done > 0 ? Stopwatch.GetElapsedTime(_since.At) / done : maxDuration;
        return Math.Max(0, 1 - Progress) * whole;
    }

    private int CountWorking() => sides.All.Count(s => !s.HasFailed);

    // New connections, and the pools behind them, adapt to the alternating load before measurements count.
    private async Task SettleAsync(IReadOnlyList<Side> answering, bool isFirst, CancellationToken cancellationToken)
    {
        var (slice, length) = isFirst ? (_settlingSlice, _settling) : (SliceLength.Shortest, SliceLength.Shortest);
        var begun = Stopwatch.GetTimestamp();
        HashSet<Side> failed = [];
        List<Slice[]> rounds = [];
        await foreach (var round in Interleaving.RunAsync(answering, TrySettleAsync, random.Next(), cancellationToken).ConfigureAwait(false))
        {
            rounds.Add(round);
            _place.GoOn(round);
            if (Stopwatch.GetElapsedTime(begun) >= length || failed.Contains(answering[0]) || failed.Count == answering.Count - 1)
            {
                break;
            }
        }

        if (isFirst)
        {
            var chosen = SliceLength.For(rounds, answering.Count, maxDuration);
            var passTime = sides.All.Max(s => s.PassTime);
            var passes = SliceLength.Passes(chosen, passTime, sides.All.Min(s => s.PassTime), answering.Count, maxDuration);
            foreach (var side in sides.All)
            {
                side.SetSlices(chosen, passes, passTime);
            }
        }

        async Task<Slice> TrySettleAsync(Side side, CancellationToken token)
        {
            var settled = failed.Contains(side) ? default : await side.SettleAsync(_place.First, slice, token).ConfigureAwait(false);
            if (settled.Failed == 0)
            {
                return settled;
            }

            failed.Add(side);
            begun = Stopwatch.GetTimestamp(); // the others keep the time that it waited
            return default;
        }
    }
}
