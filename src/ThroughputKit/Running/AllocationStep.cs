using System.Diagnostics;
using ThroughputKit.Engines;
using ThroughputKit.Probes;

namespace ThroughputKit.Running;

/// <summary>Measures allocated bytes for a gate, over the run's connections and after its window.</summary>
/// <remarks>
/// 1. Measure the idle app: its background allocation. 2. Measure short windows until the smallest is confirmed. 3. If code was still being compiled in the
/// window, and the app wasn't steady before or the figures differ, wait, under load, until hardly any code is, and measure again. 4. If the figure exceeds
/// the limit, or if asked to, sample the allocated types. Sampling runs outside of every measurement. A single request is sent alone. It may have been too
/// seldom in the mix for its code to be compiled, so that is awaited first.
/// </remarks>
/// <param name="load">The load.</param>
/// <param name="window">The outcome of the run's own window.</param>
/// <param name="limit">The maximum allowed bytes per request.</param>
/// <param name="tolerated">The number of methods that may be compiled in a quiet moment once the code is compiled.</param>
/// <param name="pace">The lengths of its parts; <see langword="null"/> for the default ones.</param>
/// <param name="request">The index of the request to measure alone; <see langword="null"/> for all requests together.</param>
internal sealed class AllocationStep(
    ReadyLoad load, WindowOutcome window, double limit, long tolerated, AllocationPace? pace = null, int? request = null)
{
    private const int IdleStretches = 3;

    private readonly AllocationPace _pace = pace ?? AllocationPace.Default;

    /// <summary>Returns whether there is anything to measure.</summary>
    public static bool CanMeasure(ReadyLoad load, WindowOutcome window)
    {
        // A run without a warm-up measures a cold app. It sends no requests other than those configured.
        var isWarm = load.Options.WarmUpLimit > TimeSpan.Zero;

        // A process that only missed one answer in the window may still give the next one.
        var hasProcess = window.App is not null || load.App.Probe is { HasExited: false };

        // Windows of whole iterations of a scenario that never ends would never end either.
        var hasEnded = load.Steps is null || window.Recorded.IterationsEnded > 0;
        return isWarm && hasProcess && hasEnded && !window.WasCancelled && window.Recorded.Succeeded > 0;
    }

    /// <summary>Measures, and adds the figures to the result of the run.</summary>
    /// <param name="result">The result without them.</param>
    /// <param name="cancellationToken">Cuts the measurement short.</param>
    public async Task<LoadResult> AddToAsync(LoadResult result, CancellationToken cancellationToken)
    {
        load.EndPauses();
        load.SendOnly(request);
        try
        {
            var figures = await MeasureAsync(request is null && result.WarmUp.IsSteady, cancellationToken).ConfigureAwait(false);
            return With(result, figures) with { HasAppExited = result.HasAppExited || figures is null };
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return result with { WasCancelled = true };
        }
        finally
        {
            load.SendOnly(null);
        }
    }

    private LoadResult With(LoadResult result, AllocationFigures? figures) => request is { } index
        ? result with { Endpoints = [.. result.Endpoints.Select((e, i) => i == index ? e with { Allocation = figures } : e)] }
        : result with { Memory = result.Memory with { Allocation = figures } };

    /// <param name="isSteady">Whether the app's code, and that of what is measured, was compiled in the warm-up.</param>
    /// <param name="cancellationToken">Cuts the measurement short.</param>
    /// <returns>The measurements; <see langword="null"/> if the app's own process has ended.</returns>
    private async Task<AllocationFigures?> MeasureAsync(bool isSteady, CancellationToken cancellationToken)
    {
        // Code that is compiled while the bytes stay the same isn't that of the requests.
        var toleratedInAll = tolerated * (window.WithDrain / (CompilationIdle.Looks * CompilationIdle.Look));
        var isCompiled = request is null && window.CompiledMethods <= toleratedInAll;
        var windows = isCompiled || isSteady ? await MeasureWindowsAsync(cancellationToken).ConfigureAwait(false) : null;
        var mayChange = !isCompiled && (!isSteady || windows?.Agrees(BytesOfRun(windows)) == false);
        long stillCompiled = 0;
        if (mayChange)
        {
            var before = windows?.Figure;
            stillCompiled = await AwaitCompilerAsync(cancellationToken).ConfigureAwait(false);
            windows = await MeasureWindowsAsync(cancellationToken).ConfigureAwait(false);
            stillCompiled = windows?.Agrees(before) == true ? 0 : stillCompiled;
        }

        if (windows is null)
        {
            return load.Process.HasExited ? null
                : new AllocationFigures { WhyNotMeasured = $"The app's process did not answer {load.Process.UnansweredCommand}." };
        }

        var figure = load.App.IsStopping ? null : windows.Figure;
        var isAskedFor = load.Plan.SamplesTypes && request is null && figure is not null;
        var types = figure > limit || isAskedFor ? await SampleAsync(cancellationToken).ConfigureAwait(false) : [];
        return new AllocationFigures
        {
            BytesPerRequest = figure,
            Windows = windows.BytesPerRequest,
            BackgroundBytesPerSecond = windows.BackgroundBytesPerSecond,
            Types = types,
            SampledBytes = types.Count == 0 ? 0 : load.Phases.Completed * figure!.Value,
            WhyNotMeasured = WhyNot(windows),
            BackgroundShare = windows.BackgroundShare,
            MethodsStillCompiled = stillCompiled,
        };
    }

    /// <summary>Runs the load until hardly any code is being compiled.</summary>
    /// <returns>The number of methods compiled meanwhile if that didn't end; otherwise 0.</returns>
    private async Task<long> AwaitCompilerAsync(CancellationToken cancellationToken)
    {
        var code = new CompilationIdle(load.Process.CountCompiledMethods(), tolerated);
        await load.Phases.RunAsync(
            TimeSpan.MaxValue, meanwhile: phase => OwnThread.RunAsync(() => Watch(phase, code, cancellationToken)), closing: load.App.Stopping,
            cancellationToken: cancellationToken).ConfigureAwait(false);
        cancellationToken.ThrowIfCancellationRequested();
        return code.IsQuiet ? 0 : code.Compiled ?? 0;
    }

    /// <returns>The windows; <see langword="null"/> if the process doesn't answer.</returns>
    private async Task<AllocationWindows?> MeasureWindowsAsync(CancellationToken cancellationToken)
    {
        var idle = await OwnThread.RunAsync(() => WatchIdle(cancellationToken)).ConfigureAwait(false);
        if (idle is not { } background)
        {
            return null;
        }

        var windows = new AllocationWindows(background, FailedShare(), limit);
        var begun = Stopwatch.GetTimestamp();
        while (!windows.IsOver && !load.App.IsStopping && (windows.Taken < 2 || Stopwatch.GetElapsedTime(begun) < _pace.Timeout))
        {
            var measured = await RunAsync(cancellationToken).ConfigureAwait(false);
            cancellationToken.ThrowIfCancellationRequested();
            if (measured.App is not { } app)
            {
                return null;
            }

            var recorded = measured.Recorded;
            if (load.WhyNotOfMix(recorded.Sent) is { } why)
            {
                windows.LeaveOut(why);
                continue;
            }

            windows.Add(app.AllocatedBytes, recorded.Completed, recorded.Sent, recorded.Failures.Total, measured.WithDrain);
        }

        return windows;
    }

    private double FailedShare() => request is { } index
        ? (double)window.Recorded.Endpoint(index).Failed / window.Recorded.Endpoint(index).Sent
        : (double)window.Recorded.Failures.Total / window.Recorded.Sent;

    // The run's own window, without the background.
    private double? BytesOfRun(AllocationWindows windows) => window.App is not { } app ? null
        : (app.AllocatedBytes - (windows.BackgroundBytesPerSecond * window.WithDrain.TotalSeconds)) / window.Recorded.Completed;

    private void Watch(LoadPhase phase, CompilationIdle code, CancellationToken cancellationToken)
    {
        var begun = Stopwatch.GetTimestamp();
        while (!code.IsQuiet && Stopwatch.GetElapsedTime(begun) < _pace.LongestWait && !phase.IsAborted
            && !load.App.IsStopping && load.App.TryGetExit(TimeSpan.Zero) is null)
        {
            cancellationToken.WaitHandle.WaitOne(_pace.Look);
            code.Add(load.Process.CountCompiledMethods());
        }
    }

    /// <summary>
    /// Returns the background allocation in bytes per second; <see langword="null"/> if the process doesn't answer. It is the minimum of
    /// several stretches, because the smallest window already excludes occasional allocations. Runs on a thread that allocates nothing in the
    /// meantime.
    /// </summary>
    private double? WatchIdle(CancellationToken cancellationToken)
    {
        var (least, cancelled) = (double.MaxValue, cancellationToken.WaitHandle);
        for (var i = 0; i < IdleStretches && !cancellationToken.IsCancellationRequested; i++)
        {
            var begun = Stopwatch.GetTimestamp();
            var before = load.Process.TakeBefore();
            cancelled.WaitOne(_pace.IdleStretch);
            var after = load.Process.TakeAfter();
            if (ProcessUse.Between(before, after) is not { } use)
            {
                return null;
            }

            least = Math.Min(least, use.AllocatedBytes / Stopwatch.GetElapsedTime(begun).TotalSeconds);
        }

        cancellationToken.ThrowIfCancellationRequested();
        return Math.Max(0, least);
    }

    private Task<WindowOutcome> RunAsync(CancellationToken cancellationToken)
    {
        var perSecond = load.PerSecond(window);
        var length = TimeSpan.FromSeconds(Math.Clamp(_pace.Requests / perSecond, _pace.Shortest.TotalSeconds, _pace.Longest.TotalSeconds));
        if (load.Steps is null && (load.Rate is not null || load.Phases.Order.Round == 1))
        {
            return MeasuredPhase.RunAsync(load, length, budget: null, isWindow: false, load.App.Stopping, cancellationToken);
        }

        var budget = load.BudgetOf(perSecond * length.TotalSeconds, window.Recorded);
        return MeasuredPhase.RunAsync(load, load.LimitOfBudget(2 * _pace.Longest, window), budget, isWindow: false, load.App.Stopping, cancellationToken);
    }

    private async Task<IReadOnlyList<AllocatedType>> SampleAsync(CancellationToken cancellationToken)
    {
        IReadOnlyList<AllocatedType> types;
        load.Process.BeginSampling();
        try
        {
            await load.Phases.RunAsync(_pace.Sampled, closing: load.App.Stopping, cancellationToken: cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            types = load.Process.EndSampling(AllocationSampler.MaxTypes);
        }

        cancellationToken.ThrowIfCancellationRequested();
        return types;
    }

    private string? WhyNot(AllocationWindows windows)
    {
        if (load.App.IsStopping)
        {
            return "The app began to stop before its allocated bytes were measured. Find out what stops it.";
        }

        return windows.Figure is null ? windows.WhyLeftOut : null;
    }
}
