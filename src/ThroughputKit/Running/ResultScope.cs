using System.Diagnostics;
using ThroughputKit.Planning;

namespace ThroughputKit.Running;

/// <summary>Sees every run that a test begins: keeps their results, and can cancel them.</summary>
/// <param name="gates">What results are to be judged by.</param>
/// <param name="timeLimit">How long the test may take; <see langword="null"/> for no limit.</param>
/// <param name="cancellationToken">Ends all runs.</param>
internal sealed class ResultScope(LoadGates gates, TimeSpan? timeLimit, CancellationToken cancellationToken)
{
    private static readonly AsyncLocal<ResultScope?> _ofFlow = new();
    private static ResultScope? _ofProcess;

    private readonly long _begun = Stopwatch.GetTimestamp();
    private readonly Lock _lock = new();
    private readonly List<Task> _runs = [];

    /// <summary>Gets the scope of this flow of execution or, where a test has cut the flow, of the one test that runs.</summary>
    public static ResultScope? Current => _ofFlow.Value ?? Volatile.Read(ref _ofProcess);

    /// <summary>Gets the limits that the results will be judged by.</summary>
    public LoadGates Gates => gates;

    /// <summary>Gets the allocated bytes a request that are allowed, by a gate or a baseline; <see langword="null"/> if they aren't judged.</summary>
    public double? MaxAllocatedBytesPerRequest { get; init; } = gates.MaxAllocatedBytesPerRequest;

    /// <summary>Gets whether results are to be approved, and with them the types that are allocated.</summary>
    public bool IsApproving { get; init; }

    /// <summary>The plan as the test's limits want it.</summary>
    public LoadPlan Adjust(LoadPlan plan) => plan with
    {
        MaxAllocatedBytesPerRequest = MaxAllocatedBytesPerRequest,
        SamplesTypes = IsApproving,
        AllowsErrors = gates.MaxErrors > 0 || gates.MaxErrorRate > 0,
    };

    /// <summary>Gets the results so far, in the order in which their runs were begun.</summary>
    public IReadOnlyList<LoadResult> Results => Of<LoadResult>();

    /// <summary>Gets the results of comparisons so far, in the order in which they were begun.</summary>
    public IReadOnlyList<LoadComparisonResult> Comparisons => Of<LoadComparisonResult>();

    /// <summary>Gets what made runs fail.</summary>
    public IReadOnlyList<Exception> Failures => [.. Runs().Where(r => r.IsFaulted).Select(r => r.Exception!.InnerException!)];

    /// <summary>Gets the runs that have not ended.</summary>
    public IReadOnlyList<Task> Unfinished => [.. Runs().Where(r => !r.IsCompleted)];

    /// <summary>Whether the test has time for something that takes so long.</summary>
    public bool HasTimeFor(TimeSpan time) => timeLimit is not { } limit || Stopwatch.GetElapsedTime(_begun) + time < limit;

    /// <summary>Makes this the scope of the flow of execution from here on, and of the process until <see cref="Leave"/>.</summary>
    public void Enter()
    {
        _ofFlow.Value = this;
        Volatile.Write(ref _ofProcess, this);
    }

    /// <summary>Ends the scope of the process.</summary>
    public void Leave() => Interlocked.CompareExchange(ref _ofProcess, null, this);

    /// <summary>Begins a run that the scope sees.</summary>
    public async Task<T> RunAsync<T>(Func<CancellationToken, Task<T>> begin, CancellationToken callersToken)
    {
        using var either = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, callersToken);
        var run = begin(either.Token);
        lock (_lock)
        {
            _runs.Add(run);
        }

        return await run.ConfigureAwait(false);
    }

    private IReadOnlyList<T> Of<T>() => [.. Runs().OfType<Task<T>>().Where(r => r.IsCompletedSuccessfully).Select(r => r.Result)];

    private Task[] Runs()
    {
        lock (_lock)
        {
            return [.. _runs];
        }
    }
}
