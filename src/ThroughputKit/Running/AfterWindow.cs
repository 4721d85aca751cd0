namespace ThroughputKit.Running;

/// <summary>What a run measures after its window, for its gates. Each step adds its figures.</summary>
internal sealed class AfterWindow
{
    /// <summary>Gets the allocated bytes.</summary>
    public FiguresOfRequests<AllocationFigures> Allocation { get; } = new();

    /// <summary>Gets what the app does for a request.</summary>
    public FiguresOfRequests<CountFigures> Counts { get; } = new();

    /// <summary>Gets or sets the bytes that the heap keeps; <see langword="null"/> if they were not measured.</summary>
    public RetentionFigures? Retention { get; set; }

    /// <summary>Gets or sets whether the run was cancelled meanwhile.</summary>
    public bool WasCancelled { get; set; }

    /// <summary>Gets whether the app's own process has ended meanwhile.</summary>
    public bool HasAppExited { get; private set; }

    /// <summary>Gets whether nothing more can be measured.</summary>
    public bool IsOver => WasCancelled || HasAppExited;

    /// <summary>Measures with a load of one request alone, or of all together, and adds the figures.</summary>
    /// <param name="load">The load.</param>
    /// <param name="request">The index of the request; <see langword="null"/> for all together.</param>
    /// <param name="measure">Measures; returns <see langword="null"/> if the app's own process has ended.</param>
    /// <param name="add">Adds what was measured.</param>
    /// <param name="cancellationToken">Cuts the measurement short. Nothing is added then.</param>
    public async Task MeasureAsync<T>(ReadyLoad load, int? request, Func<Task<T?>> measure, Action<T?> add, CancellationToken cancellationToken)
        where T : class
    {
        load.EndPauses();
        load.SendOnly(request);
        try
        {
            var figures = await measure().ConfigureAwait(false);
            HasAppExited |= figures is null;
            add(figures);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            WasCancelled = true;
        }
        finally
        {
            load.SendOnly(null);
        }
    }
}
