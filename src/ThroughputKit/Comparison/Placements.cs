using System.Diagnostics;
using ThroughputKit.Engines.Epoll;
using ThroughputKit.Hosting;

namespace ThroughputKit.Comparison;

/// <summary>
/// Measures one placement after another: over new connections each time, and with other apps, if they are the kit's to make, whenever
/// measuring has taken as long as making and warming up the last ones did.
/// </summary>
/// <remarks>
/// Before the first, the apps are warmed up, and the number of connections is chosen. 1. Stop apps that have had their time; open connections, to new apps if need be. 2. Warm new apps up. 3. Let new connections settle.
/// 4. Measure. 5. Close the connections.
/// </remarks>
/// <param name="sides">Both sides.</param>
/// <param name="crew">The threads that make the load of both.</param>
/// <param name="maxDuration">How long a pass measures at most.</param>
/// <param name="random">Chooses the order of the slices.</param>
internal sealed class Placements(Sides sides, EpollCrew crew, TimeSpan maxDuration, Random random)
{
    // Many short placements know more than few long ones, as long as opening connections takes little of the time.
    private const int InMaxDuration = 64;

    private static readonly TimeSpan _longest = TimeSpan.FromMilliseconds(150);
    private static readonly TimeSpan _settling = TimeSpan.FromMilliseconds(200);
    private static readonly TimeSpan _settlingSlice = TimeSpan.FromMilliseconds(25);
    private static readonly TimeSpan _leastWarmUp = TimeSpan.FromMilliseconds(200);

    private readonly TimeSpan _length = maxDuration / InMaxDuration < _longest ? maxDuration / InMaxDuration : _longest;
    private TimeSpan? _warmUp; // how long the last one took, with the start of the apps
    private TimeSpan _measured;
    private TimeSpan _withTheseApps;
    private bool _areAppsWarm;
    private bool _appsHaveHadTheirTime;

    /// <summary>Gets how much of the pass is over, from 0 to 1 and a little more.</summary>
    public double Progress => _measured / maxDuration;

    /// <summary>Begins another pass: with other apps, if they are the kit's to make.</summary>
    public void BeginAgain() => (_measured, _appsHaveHadTheirTime) = (TimeSpan.Zero, true);

    /// <summary>Measures the next placement.</summary>
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
            await sides.Reference.WarmUpAsync(_leastWarmUp, cancellationToken).ConfigureAwait(false);
            await sides.Candidate.WarmUpAsync(_leastWarmUp, cancellationToken).ConfigureAwait(false);
            SetWarm(opening);
        }

        // 3. Settle. What never answers would only take its timeout.
        var begun = Stopwatch.GetTimestamp();
        if (sides.Reference.Answers && sides.Candidate.Answers)
        {
            await SettleAsync(isFirst, cancellationToken).ConfigureAwait(false);
        }

        // 4. Measure.
        sides.WatchMachine();
        var measuring = Stopwatch.GetTimestamp();
        begun = isFirst ? measuring : begun; // finding the slices' length is no part of it
        var placement = await Placement.MeasureAsync(
            sides.Reference, sides.Candidate, () => Stopwatch.GetElapsedTime(measuring) >= _length, random.Next(), cancellationToken).ConfigureAwait(false);
        var took = Stopwatch.GetElapsedTime(begun);
        (_measured, _withTheseApps) = (_measured + took, _withTheseApps + took);
        _appsHaveHadTheirTime = _withTheseApps >= _warmUp;
        return placement with { Apps = sides.Apps };
    }

    // Over connections of its own, as the right number of them is known only afterwards.
    private async Task BeginAsync(CancellationToken cancellationToken)
    {
        var opening = Stopwatch.GetTimestamp();
        sides.UseFewConnections();
        var open = await sides.OpenAsync(crew, cancellationToken).ConfigureAwait(false);
        await using var closing = open.ConfigureAwait(false);
        foreach (var side in new[] { sides.Reference, sides.Candidate })
        {
            // What one does after its responses is looked at while the other has nothing to do.
            await side.WarmUpAsync(least: null, cancellationToken).ConfigureAwait(false);
            await side.WatchAfterResponsesAsync(cancellationToken).ConfigureAwait(false);
        }

        SetWarm(opening);
        await sides.ChooseConnectionsAsync(crew, cancellationToken).ConfigureAwait(false);
    }

    private void SetWarm(long opening) => (_warmUp, _withTheseApps, _areAppsWarm) = (Stopwatch.GetElapsedTime(opening), TimeSpan.Zero, true);

    // New connections, and the pools behind them, are used to the turns before they count.
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
