using System.Diagnostics;
using ThroughputKit.Engines;
using ThroughputKit.Probes;

namespace ThroughputKit.Running;

/// <summary>Measures allocated bytes for a gate, over the run's connections and after its window.</summary>
/// <remarks>
/// 1. Measure the idle app: its background allocation. 2. Measure short windows until the smallest is confirmed. Each goes on where the last one ended in the
/// order and in the data. 3. Compare with the run's own window. If that has other bytes, wait, under load, until hardly any code is being compiled, measure
/// again, and compare with a stretch as long as the window. If that has other bytes too, requests differ, and there is no figure. 4. If the figure exceeds
/// the limit, or if asked to, sample the allocated types. Sampling runs outside of every measurement. After the window of an app that wasn't steady, for a
/// single request, which is sent alone, and for sides that take turns, the wait comes first.
/// </remarks>
/// <param name="load">The load.</param>
/// <param name="window">The outcome of the run's own window.</param>
/// <param name="limit">The maximum allowed bytes per request.</param>
/// <param name="tolerated">The number of methods that may be compiled in a quiet moment once the code is compiled.</param>
/// <param name="pace">The lengths of its parts; <see langword="null"/> for the default ones.</param>
/// <param name="request">The index of the request to measure alone; <see langword="null"/> for all requests together.</param>
/// <param name="hasOwnWindow">Whether all bytes of the window are those of its requests.</param>
internal sealed class AllocationStep(
    ReadyLoad load, WindowOutcome window, double limit, long tolerated, AllocationPace? pace = null, int? request = null, bool hasOwnWindow = true)
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
        return isWarm && hasProcess && load.HasWholeIterations(window.Recorded) && !window.WasCancelled && window.Recorded.Succeeded > 0;
    }

    /// <summary>Measures, and adds the figures.</summary>
    /// <param name="after">What is measured after the window.</param>
    /// <param name="isSteady">Whether the app's code was compiled in the warm-up.</param>
    /// <param name="cancellationToken">Cuts the measurement short.</param>
    public Task AddToAsync(AfterWindow after, bool isSteady, CancellationToken cancellationToken) => after.MeasureAsync(
        load, request, () => MeasureAsync(isSteady, cancellationToken), bytes => after.Allocation.Set(request, bytes), cancellationToken);

    /// <returns>The measurements; <see langword="null"/> if the app's own process has ended.</returns>
    private async Task<AllocationFigures?> MeasureAsync(bool isSteady, CancellationToken cancellationToken)
    {
        var windows = request is null && hasOwnWindow && isSteady ? await MeasureWindowsAsync(cancellationToken).ConfigureAwait(false) : null;
        var whole = windows is null ? null : BytesOf(window, windows);
        long stillCompiled = 0;
        if (windows is null || !Agree(windows, whole, window))
        {
            var before = windows?.Figure;
            stillCompiled = await AwaitCompilerAsync(cancellationToken).ConfigureAwait(false);
            windows = await MeasureWindowsAsync(cancellationToken).ConfigureAwait(false);
            if (windows is { Figure: not null })
            {
                var stretch = await RunAsync(LengthOfWhole(), cancellationToken).ConfigureAwait(false);
                cancellationToken.ThrowIfCancellationRequested();
                whole = BytesOf(stretch, windows);
                if (!Agree(windows, whole, stretch))
                {
                    windows.Differ(whole);
                }
            }

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

        var windows = new AllocationWindows(background, ReadyLoad.FailedShare(window, request), limit);
        var begun = Stopwatch.GetTimestamp();
        while (!windows.IsOver && !load.App.IsStopping && (windows.Taken < 2 || Stopwatch.GetElapsedTime(begun) < _pace.Timeout))
        {
            var measured = await RunAsync(LengthOfWindow(), cancellationToken).ConfigureAwait(false);
            cancellationToken.ThrowIfCancellationRequested();
            if (measured.App is not { } app)
            {
                return null;
            }

            var recorded = measured.Recorded;
            if (load.WhyNotOfMix(load.Units(recorded)) is { } why)
            {
                windows.LeaveOut(why);
                continue;
            }

            windows.Add(app.AllocatedBytes, recorded.Completed, recorded.Sent, recorded.Failed, measured.WithDrain);
        }

        return windows;
    }

    // Without the background.
    private static double? BytesOf(WindowOutcome stretch, AllocationWindows windows) =>
        stretch is not { App: { } app, Recorded.Completed: > 0 and var completed } ? null
        : (app.AllocatedBytes - (windows.BackgroundBytesPerSecond * stretch.WithDrain.TotalSeconds)) / completed;

    private bool Agree(AllocationWindows windows, double? whole, WindowOutcome stretch) =>
        windows.AgreeWith(whole, stretch.Recorded.Completed, request is null ? load.ShareError(stretch.Recorded) : 0);

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

    private TimeSpan LengthOfWhole()
    {
        var most = request is null && hasOwnWindow ? _pace.Whole : _pace.WholeAlone;
        return window.Length < most ? window.Length : most;
    }

    private TimeSpan LengthOfWindow() =>
        TimeSpan.FromSeconds(Math.Clamp(_pace.Requests / load.PerSecond(window), _pace.Shortest.TotalSeconds, _pace.Longest.TotalSeconds));

    private async Task<WindowOutcome> RunAsync(TimeSpan length, CancellationToken cancellationToken)
    {
        var (time, budget) = load.InWholeRounds(length, 2 * (length > _pace.Longest ? length : _pace.Longest), window);
        var measured = await MeasuredPhase.RunAsync(load, time, budget, isWindow: false, load.App.Stopping, cancellationToken).ConfigureAwait(false);
        load.GoOn(load.Units(measured.Recorded));
        return measured;
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

        return windows.WhyDifferent ?? (windows.Figure is null ? windows.WhyLeftOut : null);
    }
}
