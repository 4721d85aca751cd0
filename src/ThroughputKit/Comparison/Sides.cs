using System.Net.Sockets;
using ThroughputKit.Engines.Epoll;
using ThroughputKit.Hosting;

namespace ThroughputKit.Comparison;

/// <summary>Both sides of a comparison, and their apps: one, if both load the same. Started when they are first needed, stopped at the end.</summary>
internal sealed class Sides
{
    private readonly SharedApp[] _apps;
    private MachineWatch? _machine;

    public Sides(ComparisonPlan plan)
    {
        var (reference, candidate) = (plan.Reference, plan.Candidate);
        _apps = ReferenceEquals(reference.Target, candidate.Target)
            ? [new SharedApp(reference.Target)]
            : [new SharedApp(reference.Target), new SharedApp(candidate.Target)];
        (Reference, Candidate) = (new Side("The reference", reference, _apps[0]), new Side("The candidate", candidate, _apps[^1]));
    }

    public Side Reference { get; }

    public Side Candidate { get; }

    /// <summary>Opens connections on both sides. They stay open until what is returned is disposed.</summary>
    public async Task<IAsyncDisposable> OpenAsync(EpollCrew crew, CancellationToken cancellationToken)
    {
        var reference = await Reference.OpenAsync(crew, cancellationToken).ConfigureAwait(false);
        try
        {
            return new Opened(reference, await Candidate.OpenAsync(crew, cancellationToken).ConfigureAwait(false));
        }
        catch (Exception e)
        {
            await reference.DisposeAsync().ConfigureAwait(false);
            if (e is LoadTestException problem && _apps.Length > 1 && !_apps[^1].HasStarted && IsAboutSharedThings(problem))
            {
                throw problem.With(RunsBeside());
            }

            throw;
        }
    }

    /// <summary>Has what the machine does looked at from the first call on. Only once they are open.</summary>
    public void WatchMachine() => _machine ??= new MachineWatch([Reference.App, Candidate.App]);

    /// <summary>Works out the figures of both. Only once they were measured, and while their apps run.</summary>
    public (LoadResult Reference, LoadResult Candidate) Results(bool wasShared)
    {
        var machine = _machine!.Read();
        var after = Reference.WorkAfterResponses is { } reference && Candidate.WorkAfterResponses is { } candidate ? (reference, candidate) : ((TimeSpan, TimeSpan)?)null;
        return (Reference.Result(Candidate.App, after, wasShared, machine), Candidate.Result(Reference.App, after, wasShared, machine));
    }

    /// <summary>Stops the apps at the same time, so that it takes the limit once at most.</summary>
    /// <returns>What went wrong.</returns>
    public async Task<IReadOnlyList<string>> StopAsync(TimeSpan limit) =>
        [.. (await Task.WhenAll(_apps.Select(a => a.StopAsync(limit))).ConfigureAwait(false)).OfType<string>()];

    // Ports and files.
    private static bool IsAboutSharedThings(Exception? e) => e is not null && (e is IOException or SocketException || IsAboutSharedThings(e.InnerException));

    private static Problem RunsBeside() => new(
        "The reference's app runs at the same time",
        "two apps that can run beside each other, or one for both sides",
        "What only one can have, such as a fixed port, it may hold already. Load both sides from one ThroughputHost, or from one app of yours.");

    private sealed record Opened(IAsyncDisposable Reference, IAsyncDisposable Candidate) : IAsyncDisposable
    {
        public async ValueTask DisposeAsync()
        {
            await Candidate.DisposeAsync().ConfigureAwait(false);
            await Reference.DisposeAsync().ConfigureAwait(false);
        }
    }
}
