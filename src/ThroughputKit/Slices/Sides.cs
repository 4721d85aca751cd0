using System.Net.Sockets;
using ThroughputKit.Findings;
using ThroughputKit.Hosting;
using ThroughputKit.Planning;
using ThroughputKit.Running;

namespace ThroughputKit.Slices;

/// <summary>
/// The loads that take turns, and their apps. The first is the reference of the others. Loads of one target share one app. Apps start on first use and stop
/// at the end.
/// </summary>
internal sealed class Sides
{
    private readonly ILoadTarget[] _targets;
    private readonly int[] _appOf; // each side's index into _targets and _apps
    private readonly SharedApp[] _apps;
    private readonly List<string> _stopProblems = [];
    private MachineWatch? _machine;
    private bool _areReversed;
    private int _set;

    /// <param name="loads">The loads, each with the name that its problems have, capitalized for the beginning of a sentence.</param>
    public Sides(IReadOnlyList<(string Name, LoadPlan Plan)> loads)
    {
        _targets = [.. loads.Select(l => l.Plan.Target).Distinct<ILoadTarget>(ReferenceEqualityComparer.Instance)];
        _apps = [.. _targets.Select(t => new SharedApp(t))];
        _appOf = [.. loads.Select(l => Array.FindIndex(_targets, t => ReferenceEquals(t, l.Plan.Target)))];
        var plans = LoadPlan.InTurns([.. loads.Select(l => l.Plan)]);
        All = [.. loads.Select((l, i) => new Side(l.Name, plans[i], () => _apps[_appOf[i]]))];
    }

    /// <summary>Gets the sides, the reference first.</summary>
    public IReadOnlyList<Side> All { get; }

    /// <summary>
    /// Gets the reference and the other sides whose requests succeed. None if those of the reference fail, or of all others: there is nothing to compare.
    /// </summary>
    public IReadOnlyList<Side> Answering => All[0].Answers && All.Skip(1).Any(s => s.Answers) ? [.. All.Where(s => s.Answers)] : [];

    /// <summary>Gets whether any side is warmed up.</summary>
    public bool WarmUp => All.Any(s => s.WarmsUp);

    /// <summary>Gets whether the kit starts and stops any of the apps, so that a new one can replace it over time.</summary>
    public bool CanHaveOtherApps => All.All(s => s.WarmsUp) && Array.Exists(_targets, t => !t.IsKept);

    /// <summary>Returns the number of the current set of apps, and the level at which a side is separate from the reference.</summary>
    public (int Set, Separation Separation) AppsOf(int side)
    {
        if (_appOf[side] == _appOf[0])
        {
            return (_set, Separation.Endpoints);
        }

        var areHere = _targets[_appOf[side]].IsInProcess && _targets[_appOf[0]].IsInProcess;
        return (_set, areHere ? Separation.Apps : Separation.Processes);
    }

    /// <summary>
    /// Opens connections on all sides whose requests have not failed. They stay open until the returned object is disposed. A side that has failed is not
    /// touched any more: its app may be gone, and the others go on without it.
    /// </summary>
    public async Task<IAsyncDisposable> OpenAsync(RunContext run)
    {
        var opened = new Opened();
        var order = Enumerable.Range(0, All.Count);
        foreach (var side in (_areReversed ? order.Reverse() : order).Where(i => !All[i].HasFailed))
        {
            try
            {
                opened.Add(await All[side].OpenAsync(run).ConfigureAwait(false));
            }
            catch (Exception e)
            {
                await opened.DisposeAsync().ConfigureAwait(false);
                if (e is LoadTestException problem && !_apps[_appOf[side]].HasStarted && Array.Exists(_apps, a => a.HasStarted) && IsAboutSharedThings(problem))
                {
                    throw problem.With(RunsBeside());
                }

                throw;
            }
        }

        return opened;
    }

    /// <summary>
    /// Warms up all sides that have not failed. If each has a process of its own, some compile while another is loaded: compiling takes most of the time.
    /// </summary>
    /// <param name="least">The minimum duration; <see langword="null"/> for the first warm-up, whose duration the tests set.</param>
    /// <param name="run">The context.</param>
    public async Task WarmUpAsync(TimeSpan? least, RunContext run)
    {
        List<Task> warmUps = [];
        var areApart = _apps.Length == All.Count && !Array.Exists(_targets, t => t.IsInProcess);
        foreach (var side in All.Where(s => !s.HasFailed))
        {
            if (least is null && warmUps.TrueForAll(w => w.IsCompleted)) // what a receiver throws must not leave a load running
            {
                run.Progress.Report($"Warming up {side.NameInside}");
            }

            warmUps.Add(side.WarmUpAsync(least, run.Cancellation));
            if (!areApart)
            {
                await warmUps[^1].ConfigureAwait(false);
            }
        }

        await Task.WhenAll(warmUps).ConfigureAwait(false);
    }

    /// <summary>
    /// Measures a slice of each side whose app has ended: it fails, so the side has failed, and the others go on. Call only while the sides are open.
    /// </summary>
    public async Task FailEndedAsync(CancellationToken cancellationToken)
    {
        foreach (var side in All.Where(s => s.HasAppEnded))
        {
            await side.MeasureAsync(first: 0, cancellationToken).ConfigureAwait(false);
        }
    }

    /// <summary>Measures the work that each side that answers does after its responses, while the other sides are idle.</summary>
    public async Task MeasureTrailingWorkAsync(CancellationToken cancellationToken)
    {
        Side[] measured = [.. Answering.Where(s => s.Turns is not null)];
        var works = await TrailingWorkProbe.MeasureAsync([.. measured.Select(s => s.Turns!.Value)], cancellationToken).ConfigureAwait(false);
        foreach (var (side, work) in measured.Zip(works))
        {
            side.TrailingWork = work;
        }
    }

    /// <summary>Stops the apps that the kit starts. New ones replace them when connections are next opened, in the opposite order.</summary>
    public async Task StopOwnAppsAsync(TimeSpan limit)
    {
        Pause();
        List<SharedApp> stopping = [];
        for (var i = 0; i < _apps.Length; i++)
        {
            if (!_targets[i].IsKept)
            {
                stopping.Add(_apps[i]);
                _apps[i] = new SharedApp(_targets[i]);
            }
        }

        for (var i = 0; i < All.Count; i++)
        {
            if (!_targets[_appOf[i]].IsKept)
            {
                All[i].ForgetPreparation();
            }
        }

        _stopProblems.AddRange(await StopAsync(stopping, limit).ConfigureAwait(false));
        _set += stopping.Count == _apps.Length ? 1 : 0;
        _areReversed = !_areReversed;
    }

    /// <summary>Watches the machine from now on. Call only once all sides are open.</summary>
    public void WatchMachine()
    {
        var apps = All.Where(s => !s.HasFailed).Select(s => s.App);
        _machine ??= new MachineWatch(apps);
        _machine.Resume(apps);
    }

    /// <summary>
    /// Computes the results of all sides. Findings about a side and the reference are in that side's result. Call only after all were measured, and while
    /// their apps run.
    /// </summary>
    public IReadOnlyList<LoadResult> Results(bool overlapped)
    {
        var machine = _machine!.Read();
        return [.. All.Select(side => side.Result(All[0], TrailingWork(side), overlapped, machine))];
    }

    /// <summary>Counts the work of each side after the slices, while no other is loaded, for the results.</summary>
    /// <param name="withBytes">Whether to measure allocated bytes too.</param>
    /// <param name="run">The context.</param>
    public async Task MeasureMoreAsync(bool withBytes, RunContext run)
    {
        Pause(); // the figures of the machine are those of the slices
        var open = await OpenAsync(run).ConfigureAwait(false);
        await using var closing = open.ConfigureAwait(false);
        foreach (var side in All)
        {
            run.Progress.Report($"{(withBytes ? "Measuring allocated bytes and counting" : "Counting")} the work of {side.NameInside}");
            await side.MeasureMoreAsync(withBytes, run.Cancellation).ConfigureAwait(false);
        }

        run.Cancellation.ThrowIfCancellationRequested(); // what was cut short may be invalid
    }

    /// <summary>Returns a text about the apps without the secrets of any side.</summary>
    public string Hide(string text) => All.Aggregate(text, (hidden, side) => side.Hide(hidden));

    /// <summary>Stops the apps at the same time, so that stopping takes the limit at most once.</summary>
    /// <returns>The problems, including those of apps that were stopped earlier.</returns>
    public async Task<IReadOnlyList<string>> StopAsync(TimeSpan limit) => [.. _stopProblems, .. await StopAsync(_apps, limit).ConfigureAwait(false)];

    private static async Task<IEnumerable<string>> StopAsync(IEnumerable<SharedApp> apps, TimeSpan limit) =>
        (await Task.WhenAll(apps.Select(a => a.StopAsync(limit))).ConfigureAwait(false)).OfType<string>();

    private void Pause()
    {
        _machine?.Pause();
        foreach (var side in All)
        {
            side.KeepEnd();
        }
    }

    // An app that isn't steady compiles after its responses.
    private (TrailingWork Reference, TrailingWork Candidate)? TrailingWork(Side side) =>
        All[0] is { IsSteady: true, TrailingWork: { } reference } && side is { IsSteady: true, TrailingWork: { } candidate } ? (reference, candidate) : null;

    // The shared things are ports and files.
    private static bool IsAboutSharedThings(Exception? e) => e is not null && (e is IOException or SocketException || IsAboutSharedThings(e.InnerException));

    private static Problem RunsBeside() => new(
        "Another of the compared apps runs at the same time",
        "apps that can run at the same time, or one app for all sides",
        "It may already hold something that only one app can have, such as a fixed port. Load all sides from one ThroughputHost, or from one running app.");

    private sealed class Opened : IAsyncDisposable
    {
        private readonly Stack<IAsyncDisposable> _sides = [];

        public void Add(IAsyncDisposable side) => _sides.Push(side);

        public async ValueTask DisposeAsync()
        {
            while (_sides.TryPop(out var side))
            {
                await side.DisposeAsync().ConfigureAwait(false);
            }
        }
    }
}
