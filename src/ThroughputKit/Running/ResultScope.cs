namespace ThroughputKit.Running;

/// <summary>
/// Sees every run that is begun in one flow of execution, such as a test: keeps their results, and can cancel them.
/// </summary>
internal sealed class ResultScope(CancellationToken cancellationToken)
{
    private static readonly AsyncLocal<ResultScope?> _current = new();

    private readonly Lock _lock = new();
    private readonly List<Task<LoadResult>> _runs = [];

    /// <summary>Gets the scope of this flow of execution.</summary>
    public static ResultScope? Current => _current.Value;

    /// <summary>Gets the results so far, in the order in which their runs were begun.</summary>
    public IReadOnlyList<LoadResult> Results
    {
        get
        {
            lock (_lock)
            {
                return [.. _runs.Where(r => r.IsCompletedSuccessfully).Select(r => r.Result)];
            }
        }
    }

    /// <summary>Gets the runs that have not ended.</summary>
    public IReadOnlyList<Task> Unfinished
    {
        get
        {
            lock (_lock)
            {
                return [.. _runs.Where(r => !r.IsCompleted)];
            }
        }
    }

    /// <summary>Makes this the scope of the flow of execution from here on.</summary>
    public void Enter() => _current.Value = this;

    /// <summary>Begins a run that the scope sees.</summary>
    public async Task<LoadResult> RunAsync(Func<CancellationToken, Task<LoadResult>> begin, CancellationToken callersToken)
    {
        using var either = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, callersToken);
        var run = begin(either.Token);
        lock (_lock)
        {
            _runs.Add(run);
        }

        return await run.ConfigureAwait(false);
    }
}
