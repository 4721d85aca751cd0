using System.Diagnostics;
using ThroughputKit.Gates;
using ThroughputKit.Planning;

namespace ThroughputKit.Testing;

/// <summary>Tracks every run that a test begins. Keeps the results, and can cancel the runs.</summary>
/// <param name="gates">The gates that judge the results.</param>
/// <param name="timeLimit">The maximum duration of the test; <see langword="null"/> for no limit.</param>
/// <param name="cancellationToken">Cancels all runs.</param>
internal sealed class TestRunScope(LoadGates gates, TimeSpan? timeLimit, CancellationToken cancellationToken)
{
    private static readonly AsyncLocal<TestRunScope?> _ofFlow = new();
    private static TestRunScope? _ofProcess;

    private readonly long _begun = Stopwatch.GetTimestamp();
    private readonly Lock _lock = new();
    private readonly List<Task> _runs = [];

    /// <summary>Gets the scope of this flow of execution or, if a test has suppressed the flow, the scope of the one running test.</summary>
    public static TestRunScope? Current => _ofFlow.Value ?? Volatile.Read(ref _ofProcess);

    /// <summary>Gets the gates that judge the results.</summary>
    public LoadGates Gates => gates;

    /// <summary>Gets the maximum number of allocated bytes per request, by a gate or a baseline; <see langword="null"/> if they aren't judged.</summary>
    public double? MaxAllocatedBytesPerRequest { get; init; } = gates.MaxAllocatedBytesPerRequest;

    /// <summary>Gets whether results are to be approved, together with their allocated types.</summary>
    public bool IsApproving { get; init; }

    /// <summary>Returns the plan, adjusted to the test's limits.</summary>
    public LoadPlan Adjust(LoadPlan plan) => plan with
    {
        MaxAllocatedBytesPerRequest = MaxAllocatedBytesPerRequest,
        MaxRetainedBytesPerRequest = gates.MaxRetainedBytesPerRequest,
        SamplesTypes = IsApproving,
        AllowsErrors = gates.MaxFailures > 0 || gates.MaxFailurePercent > 0,
    };

    /// <summary>Gets the measurements so far.</summary>
    public TestRuns Measured => new(Of<Verdict>(), Of<LoadComparisonResult>());

    /// <summary>Gets the exceptions of the runs that failed.</summary>
    public IReadOnlyList<Exception> Failures => [.. Runs().Where(r => r.IsFaulted).Select(r => r.Exception!.InnerException!)];

    /// <summary>Gets the runs that have not ended.</summary>
    public IReadOnlyList<Task> Unfinished => [.. Runs().Where(r => !r.IsCompleted)];

    /// <summary>Returns whether the test has this much time left.</summary>
    public bool HasTimeFor(TimeSpan time) => timeLimit is not { } limit || Stopwatch.GetElapsedTime(_begun) + time < limit;

    /// <summary>Makes this the scope of the current flow of execution, and of the process until <see cref="Leave"/>.</summary>
    public void Enter()
    {
        _ofFlow.Value = this;
        Volatile.Write(ref _ofProcess, this);
    }

    /// <summary>Ends the scope of the process.</summary>
    public void Leave() => Interlocked.CompareExchange(ref _ofProcess, null, this);

    /// <summary>Begins a run that the scope tracks.</summary>
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
