using System.Diagnostics;
using ThroughputKit.Engines.Epoll;
using ThroughputKit.Experiments;
using ThroughputKit.Hosting;

namespace ThroughputKit.Comparison;

/// <summary>
/// Measures one placement after another, over new connections each time. It uses new apps, if the kit starts them, whenever measuring has
/// taken as long as starting and warming up the previous apps.
/// </summary>
/// <remarks>
/// Before the first placement, the apps are warmed up and the number of connections is chosen. 1. Stop apps whose time is up; open connections,
/// to new apps if necessary. 2. Warm up new apps. 3. Let new connections settle. 4. Measure. 5. Close the connections.
/// </remarks>
/// <param name="sides">Both sides.</param>
/// <param name="crew">The threads that generate the load of both sides.</param>
/// <param name="maxDuration">The maximum measuring time of a pass.</param>
/// <param name="random">Chooses the order of the slices.</param>
internal sealed class Placements(Sides sides, EpollCrew crew, TimeSpan maxDuration, Random random) : IPlacements
{
    // Many short placements show more than few long ones, as long as opening connections takes little of the time.
    private const int InMaxDuration = 64;

    private static readonly TimeSpan _longest = TimeSpan.FromMilliseconds(150);
    private static readonly TimeSpan _settling = TimeSpan.FromMilliseconds(200);
    private static readonly TimeSpan _settlingSlice = TimeSpan.FromMilliseconds(25);
    private static readonly TimeSpan _minWarmUp = TimeSpan.FromMilliseconds(200);

    private readonly TimeSpan _length = maxDuration / InMaxDuration < _longest ? maxDuration / InMaxDuration : _longest;
    private TimeSpan? _warmUp; // the duration of the last warm-up, including the start of the apps
    private TimeSpan _measured;
    private TimeSpan _withTheseApps;
    private bool _areAppsWarm;
    private bool _appsHaveHadTheirTime;

    /// <inheritdoc/>
    public double Progress => _measured / maxDuration;

    /// <summary>Begins a new pass, with new apps if the kit starts them.</summary>
    public void BeginAgain() => (_measured, _appsHaveHadTheirTime) = (TimeSpan.Zero, true);

    /// <inheritdoc/>
    public async Task<Placement> NextAsync(CancellationToken cancellationToken)
    {
        var isFirst = _warmUp is null;
        if (isFirst && sides.WarmUp)
        {
            await BeginAsync(cancellationToken).ConfigureAwait(false);
        }

        // 1. Open.
        var opening = Stopwatch.GetTimestamp();
        if (_appsHaveHadTheirTime && sides.CanHaveOtherApps)
        {
            await sides.StopOwnAppsAsync(RunningApp.StopLimit(cancellationToken)).ConfigureAwait(false);
            _areAppsWarm = false;
        }

        var open = await sides.OpenAsync(crew, cancellationToken).ConfigureAwait(false);
        await using var closing = open.ConfigureAwait(false);

        // 2. Warm up.
        if (!_areAppsWarm)
        {
            await sides.WarmUpAsync(_minWarmUp, cancellationToken).ConfigureAwait(false);
            SetWarm(opening);
        }

        // 3. Settle. A side that never answers would only use up its timeout.
        var begun = Stopwatch.GetTimestamp();
        if (sides.Reference.Answers && sides.Candidate.Answers)
        {
            await SettleAsync(isFirst, cancellationToken).ConfigureAwait(false);
        }

        // 4. Measure.
        sides.WatchMachine();
        var measuring = Stopwatch.GetTimestamp();
        begun = isFirst ? measuring : begun; // excludes the time for finding the slice length
        var placement = await Placement.MeasureAsync(
            sides.Reference, sides.Candidate, () => Stopwatch.GetElapsedTime(measuring) >= _length, random.Next(), cancellationToken).ConfigureAwait(false);
        var took = Stopwatch.GetElapsedTime(begun);
        (_measured, _withTheseApps) = (_measured + took, _withTheseApps + took);
        _appsHaveHadTheirTime = _withTheseApps >= _warmUp;
        return placement with { Apps = sides.Apps };
    }

    // Uses separate connections, because the right number of connections is known only afterwards.
    private async Task BeginAsync(CancellationToken cancellationToken)
    {
        var opening = Stopwatch.GetTimestamp();
        sides.UseFewConnections();
        var open = await sides.OpenAsync(crew, cancellationToken).ConfigureAwait(false);
        await using var closing = open.ConfigureAwait(false);
        await sides.WarmUpAsync(least: null, cancellationToken).ConfigureAwait(false);
        await sides.MeasureTrailingWorkAsync(cancellationToken).ConfigureAwait(false);
        SetWarm(opening);
        await sides.ChooseConnectionsAsync(crew, cancellationToken).ConfigureAwait(false);
    }

    private void SetWarm(long opening) => (_warmUp, _withTheseApps, _areAppsWarm) = (Stopwatch.GetElapsedTime(opening), TimeSpan.Zero, true);

    // New connections, and the pools behind them, adapt to the alternating load before measurements count.
    private async Task SettleAsync(bool isFirst, CancellationToken cancellationToken)
    {
        var (slice, length) = isFirst ? (_settlingSlice, _settling) : (SliceLength.Shortest, SliceLength.Shortest);
        var begun = Stopwatch.GetTimestamp();
        List<SlicePair> pairs = [];
        await foreach (var round in Interleaving.RunAsync(
            [t => sides.Reference.SettleAsync(slice, t), t => sides.Candidate.SettleAsync(slice, t)], random.Next(), cancellationToken).ConfigureAwait(false))
        {
            pairs.Add(new SlicePair(round[0], round[1]));
            if (Stopwatch.GetElapsedTime(begun) >= length || pairs[^1].HasFailed)
            {
                break;
            }
        }

        if (isFirst)
        {
            sides.Reference.SliceLength = sides.Candidate.SliceLength = SliceLength.For(pairs, maxDuration);
        }
    }
}
