using System.Net.Sockets;
using ThroughputKit.Engines.Epoll;
using ThroughputKit.Hosting;

namespace ThroughputKit.Comparison;

/// <summary>Both sides of a comparison and their apps. There is one app if both sides load the same. Apps start on first use and stop at the end.</summary>
internal sealed class Sides
{
    private const int FewForEachCore = 4;

    private readonly ILoadTarget[] _targets;
    private readonly SharedApp[] _apps;
    private readonly List<string> _stopProblems = [];
    private MachineWatch? _machine;
    private readonly bool _mayChooseConnections;
    private readonly int _defaultConnections;
    private bool _isCandidateFirst;
    private int _pair;

    public Sides(ComparisonPlan plan)
    {
        var (reference, candidate) = (plan.Reference, plan.Candidate);
        _defaultConnections = reference.Options.Connections;
        _mayChooseConnections = !reference.Options.HasConnections && !candidate.Options.HasConnections;
        _targets = ReferenceEquals(reference.Target, candidate.Target) ? [reference.Target] : [reference.Target, candidate.Target];
        _apps = [.. _targets.Select(t => new SharedApp(t))];
        (Reference, Candidate) = (new Side("The reference", reference, () => _apps[0]), new Side("The candidate", candidate, () => _apps[^1]));
    }

    public Side Reference { get; }

    public Side Candidate { get; }

    /// <summary>Gets whether either side is warmed up.</summary>
    public bool WarmUp => Reference.WarmsUp || Candidate.WarmsUp;

    /// <summary>Gets whether the kit starts and stops any of the apps, so that a new one can replace it over time.</summary>
    public bool CanHaveOtherApps => Reference.WarmsUp && Candidate.WarmsUp && Array.Exists(_targets, t => !t.IsKept);

    /// <summary>Gets whether fewer connections than the default proved to be enough.</summary>
    public bool HasChosenConnections { get; private set; }

    /// <summary>Gets the number of the current pair of apps, and the level at which its sides are separate.</summary>
    public (int Pair, Separation Separation) Apps =>
        (_pair, _apps.Length == 1 ? Separation.Endpoints : Array.TrueForAll(_targets, t => t.IsInProcess) ? Separation.Apps : Separation.Processes);

    /// <summary>Opens connections on both sides. They stay open until the returned object is disposed.</summary>
    public async Task<IAsyncDisposable> OpenAsync(EpollCrew crew, CancellationToken cancellationToken)
    {
        var (first, second) = _isCandidateFirst ? (Candidate, Reference) : (Reference, Candidate);
        var opened = await first.OpenAsync(crew, cancellationToken).ConfigureAwait(false);
        try
        {
            return new Opened(opened, await second.OpenAsync(crew, cancellationToken).ConfigureAwait(false));
        }
        catch (Exception e)
        {
            await opened.DisposeAsync().ConfigureAwait(false);
            if (e is LoadTestException problem && _apps.Length > 1 && !_apps[_isCandidateFirst ? 0 : 1].HasStarted && IsAboutSharedThings(problem))
            {
                throw problem.With(RunsBeside());
            }

            throw;
        }
    }

    /// <summary>
    /// Warms up both sides. If each has a process of its own, one compiles while the other is loaded: compiling takes most of the time.
    /// </summary>
    /// <param name="least">The minimum duration; <see langword="null"/> for the duration that the tests set.</param>
    /// <param name="cancellationToken">Cancels the warm-up.</param>
    public async Task WarmUpAsync(TimeSpan? least, CancellationToken cancellationToken)
    {
        var reference = Reference.WarmUpAsync(least, cancellationToken);
        if (Apps.Separation != Separation.Processes || Array.Exists(_targets, t => t.IsInProcess))
        {
            await reference.ConfigureAwait(false);
        }

        await Task.WhenAll(reference, Candidate.WarmUpAsync(least, cancellationToken)).ConfigureAwait(false);
    }

    /// <summary>Measures the work that each side does after its responses, while the other side is idle.</summary>
    public async Task MeasureTrailingWorkAsync(CancellationToken cancellationToken)
    {
        await Reference.MeasureTrailingWorkAsync(cancellationToken).ConfigureAwait(false);
        await Candidate.MeasureTrailingWorkAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <summary>
    /// Selects a few connections for both sides, unless their tests set the number. Over many connections, a slow app takes long to warm up.
    /// </summary>
    public void UseFewConnections()
    {
        if (_mayChooseConnections)
        {
            Use(Math.Min(_defaultConnections, FewForEachCore * Environment.ProcessorCount));
        }
    }

    /// <summary>Chooses the minimum number of connections that keep both apps busy, unless their tests set the number.</summary>
    public async Task ChooseConnectionsAsync(EpollCrew crew, CancellationToken cancellationToken)
    {
        if (_mayChooseConnections)
        {
            var reference = await Reference.FindConnectionsAsync(_defaultConnections, crew, cancellationToken).ConfigureAwait(false);
            var both = Math.Max(reference, await Candidate.FindConnectionsAsync(_defaultConnections, crew, cancellationToken).ConfigureAwait(false));
            HasChosenConnections = both < _defaultConnections;
            Use(both);
        }
    }

    /// <summary>Stops the apps that the kit starts. New ones replace them when connections are next opened, in the opposite order.</summary>
    public async Task StopOwnAppsAsync(TimeSpan limit)
    {
        _machine?.Pause();
        List<SharedApp> stopping = [];
        for (var i = 0; i < _apps.Length; i++)
        {
            if (!_targets[i].IsKept)
            {
                stopping.Add(_apps[i]);
                _apps[i] = new SharedApp(_targets[i]);
                Array.ForEach(_apps.Length == 1 ? [Reference, Candidate] : new[] { i == 0 ? Reference : Candidate }, side => side.ForgetPreparation());
            }
        }

        _stopProblems.AddRange(await StopAsync(stopping, limit).ConfigureAwait(false));
        _pair += stopping.Count == _apps.Length ? 1 : 0;
        _isCandidateFirst = !_isCandidateFirst;
    }

    /// <summary>Watches the machine from now on. Call only once both sides are open.</summary>
    public void WatchMachine()
    {
        _machine ??= new MachineWatch([Reference.App, Candidate.App]);
        _machine.Resume([Reference.App, Candidate.App]);
    }

    /// <summary>Computes the results of both sides. Call only after both were measured, and while their apps run.</summary>
    public (LoadResult Reference, LoadResult Candidate) Results(bool overlapped)
    {
        var machine = _machine!.Read();
        var after = Reference.TrailingWork is { } reference && Candidate.TrailingWork is { } candidate ? (reference, candidate) : ((TimeSpan, TimeSpan)?)null;
        return (Reference.Result(Candidate.App, after, overlapped, machine), Candidate.Result(Reference.App, after, overlapped, machine));
    }

    /// <summary>Stops the apps at the same time, so that stopping takes the limit at most once.</summary>
    /// <returns>The problems, including those of apps that were stopped earlier.</returns>
    public async Task<IReadOnlyList<string>> StopAsync(TimeSpan limit) => [.. _stopProblems, .. await StopAsync(_apps, limit).ConfigureAwait(false)];

    private static async Task<IEnumerable<string>> StopAsync(IEnumerable<SharedApp> apps, TimeSpan limit) =>
        (await Task.WhenAll(apps.Select(a => a.StopAsync(limit))).ConfigureAwait(false)).OfType<string>();

    private void Use(int connections)
    {
        Reference.Use(connections);
        Candidate.Use(connections);
    }

    // The shared things are ports and files.
    private static bool IsAboutSharedThings(Exception? e) => e is not null && (e is IOException or SocketException || IsAboutSharedThings(e.InnerException));

    private static Problem RunsBeside() => new(
        "The reference's app runs at the same time",
        "two apps that can run at the same time, or one app for both sides",
        "It may already hold something that only one app can have, such as a fixed port. Load both sides from one ThroughputHost, or from one running app.");

    private sealed record Opened(IAsyncDisposable First, IAsyncDisposable Second) : IAsyncDisposable
    {
        public async ValueTask DisposeAsync()
        {
            await Second.DisposeAsync().ConfigureAwait(false);
            await First.DisposeAsync().ConfigureAwait(false);
        }
    }
}
