using System.Diagnostics;
using ThroughputKit.Counting;

namespace ThroughputKit.Running;

/// <summary>Counts what the app does for a request, over the run's connections and after its window. Nothing is subscribed to at any other time.</summary>
/// <remarks>
/// 1. Begin to count, and wait until all that tells of its work has noticed. 2. Count what the idle app does: its background. 3. Count in short windows, each
/// from one quiet moment to the next, so that work after the responses counts too. 4. End counting, and read what was counted.
/// </remarks>
/// <param name="load">The load.</param>
/// <param name="window">The outcome of the run's own window.</param>
/// <param name="request">The index of the request to send alone; <see langword="null"/> for all requests together.</param>
internal sealed class CountStep(ReadyLoad load, WindowOutcome window, int? request = null)
{
    private const int MaxItems = 20;
    private const int Requests = 200; // in a window, if it is long enough for them
    private const int IdleStretches = 3;

    private const string NeverQuiet = "The app works for more than 0.5 s on what its requests leave for later. Send fewer requests at a time: o.Connections.";

    private static readonly TimeSpan _shortest = TimeSpan.FromMilliseconds(30);
    private static readonly TimeSpan _longest = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan _longestIdle = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan _look = TimeSpan.FromMilliseconds(5);
    private static readonly TimeSpan _quiet = TimeSpan.FromMilliseconds(15);
    private static readonly TimeSpan _longestWait = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan _timeout = TimeSpan.FromSeconds(6);

    /// <summary>Counts, and adds the figures.</summary>
    /// <param name="after">What is measured after the window.</param>
    /// <param name="cancellationToken">Cuts the counting short.</param>
    public Task AddToAsync(AfterWindow after, CancellationToken cancellationToken) =>
        after.MeasureAsync(load, request, () => CountAsync(cancellationToken), counts => after.Counts.Set(request, counts), cancellationToken);

    /// <returns>The counts; <see langword="null"/> if the app's own process has ended.</returns>
    private async Task<CountFigures?> CountAsync(CancellationToken cancellationToken)
    {
        CountWindows? windows = null;
        CountedTexts? texts;
        load.Process.BeginCounting(load.App.IsInProcess && load.Plan.UsesClient ? load.App.Address.Port : null); // by HttpClient, which is counted
        try
        {
            windows = await CountWindowsAsync(cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            texts = load.Process.EndCounting();
        }

        cancellationToken.ThrowIfCancellationRequested();
        return windows is not null && texts is not null ? Figures(windows, texts)
            : load.Process.HasExited ? null
            : CountFigures.NotCounted($"The app's process did not answer {load.Process.UnansweredCommand}.");
    }

    /// <returns>The windows; <see langword="null"/> if the process doesn't answer.</returns>
    private async Task<CountWindows?> CountWindowsAsync(CancellationToken cancellationToken)
    {
        if (load.Process.CountsSettleIn() is not { } settling)
        {
            return null;
        }

        await Task.Delay(settling, cancellationToken).ConfigureAwait(false);

        // What earlier requests have left to do isn't background.
        var (_, isQuietFirst) = await QuietAsync(new double[Enum.GetValues<CountKind>().Length], cancellationToken).ConfigureAwait(false);
        if (await BackgroundAsync(cancellationToken).ConfigureAwait(false) is not var (background, busiest))
        {
            return null;
        }

        load.Process.ForgetTexts(); // of what no request did
        var isOfOne = request is not null || load.Requests.Length == 1;
        var windows = new CountWindows(background, busiest, isOfOne, ReadyLoad.FailedShare(window, request)) { MayBeLeft = !isQuietFirst };
        var begun = Stopwatch.GetTimestamp();
        while (!windows.IsOver && !load.App.IsStopping && (windows.Taken < CountWindows.MinWindows || Stopwatch.GetElapsedTime(begun) < _timeout))
        {
            var from = Stopwatch.GetTimestamp();
            var before = load.Process.ReadCounts();
            var measured = await RunAsync(cancellationToken).ConfigureAwait(false);
            cancellationToken.ThrowIfCancellationRequested();
            var (after, isQuiet) = await QuietAsync(background, cancellationToken).ConfigureAwait(false);
            if (before is null || after is null)
            {
                return null;
            }

            var recorded = measured.Recorded;
            if ((isQuiet ? load.WhyNotOfMix(load.Units(recorded)) : NeverQuiet) is { } why)
            {
                windows.LeaveOut(why);
                continue;
            }

            windows.Add([.. after.Zip(before, (a, b) => a - b)], recorded.Completed, recorded.Sent, recorded.Failed, Stopwatch.GetElapsedTime(from));
        }

        return windows;
    }

    private async Task<WindowOutcome> RunAsync(CancellationToken cancellationToken)
    {
        var (time, budget) = load.InWholeRounds(Length(_shortest, _longest), 2 * _longest, window);
        var measured = await MeasuredPhase.RunAsync(load, time, budget, isWindow: false, load.App.Stopping, cancellationToken).ConfigureAwait(false);
        load.GoOn(load.Units(measured.Recorded));
        return measured;
    }

    private TimeSpan Length(TimeSpan least, TimeSpan most) =>
        TimeSpan.FromSeconds(Math.Clamp(Requests / load.PerSecond(window), least.TotalSeconds, most.TotalSeconds));

    // The least and the most of several stretches. They are as long as windows: what is in each window, as that of a timer, is in some of these.
    private async Task<(double[] Least, double[] Most)?> BackgroundAsync(CancellationToken cancellationToken)
    {
        (double[] Least, double[] Most)? background = null;
        for (var i = 0; i < IdleStretches; i++)
        {
            var begun = Stopwatch.GetTimestamp();
            var before = load.Process.ReadCounts();
            await Task.Delay(Length(_shortest, _longestIdle) + _quiet + _look, cancellationToken).ConfigureAwait(false);
            var after = load.Process.ReadCounts();
            if (before is null || after is null)
            {
                return null;
            }

            var seconds = Stopwatch.GetElapsedTime(begun).TotalSeconds;
            double[] rates = [.. after.Zip(before, (a, b) => (a - b) / seconds)];
            background = background is var (least, most) ? ([.. least.Zip(rates, Math.Min)], [.. most.Zip(rates, Math.Max)]) : (rates, rates);
        }

        return background;
    }

    // What a request leaves for later counts too. In an app that is never quiet it can't be told from the background.
    private async Task<(long[]? Counts, bool IsQuiet)> QuietAsync(double[] background, CancellationToken cancellationToken)
    {
        var isNeverQuiet = CountWindows.Exact.Any(k => background[(int)k] > 0);
        var begun = Stopwatch.GetTimestamp();
        var last = load.Process.ReadCounts();
        var changed = begun;
        while (last is not null && Stopwatch.GetElapsedTime(changed) < _quiet && Stopwatch.GetElapsedTime(begun) < (isNeverQuiet ? _quiet : _longestWait))
        {
            await Task.Delay(_look, cancellationToken).ConfigureAwait(false);
            var now = load.Process.ReadCounts();
            if (now is null || CountWindows.Exact.Any(k => now[(int)k] != last[(int)k]))
            {
                changed = Stopwatch.GetTimestamp();
            }

            last = now;
        }

        return (last, isNeverQuiet || Stopwatch.GetElapsedTime(changed) >= _quiet);
    }

    private CountFigures Figures(CountWindows windows, CountedTexts texts)
    {
        var why = texts.WhyUnknown.ToDictionary(w => w.Key, w => $"{w.Value}.");
        var isStopping = load.App.IsStopping;
        return new CountFigures
        {
            DatabaseCommandsPerRequest = Of(CountKind.DatabaseCommands),
            HttpRequestsPerRequest = Of(CountKind.HttpRequests),
            ExceptionsPerRequest = Of(CountKind.Exceptions),
            LockContentionsPerRequest = Of(CountKind.LockContentions),
            PoolItemsPerRequest = Of(CountKind.PoolItems),
            CollectionsPerRequest = Of(CountKind.Collections),
            LinesPerRequest = window.Logging?.LinesPerRequest,
            DatabaseCommands = Items(CountKind.DatabaseCommands),
            HttpRequests = Items(CountKind.HttpRequests),
            Exceptions = Items(CountKind.Exceptions),
            WhyUnknown = why,
        };

        double? Of(CountKind kind)
        {
            if (why.ContainsKey(kind))
            {
                return null;
            }

            if (!isStopping && windows.PerRequest(kind) is { } count)
            {
                return count;
            }

            why[kind] = isStopping ? "The app began to stop before it was counted. Find out what stops it." : windows.WhyUnknown(kind);
            return null;
        }

        // With what few requests do, and what other work does in the meantime.
        CountedItem[] Items(CountKind kind)
        {
            if (why.ContainsKey(kind))
            {
                return [];
            }

            CountedText[] all = [.. texts.Texts.Where(t => t.Kind == kind).OrderByDescending(t => t.Count)];
            var perText = windows.OfAll(kind) / all.Sum(t => t.Count);
            return [.. all.Take(MaxItems).Select(t => new CountedItem(t.Text, Math.Round(perText * t.Count, 3))).Where(i => i.PerRequest > 0)];
        }
    }
}
