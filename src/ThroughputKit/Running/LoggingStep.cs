using ThroughputKit.Hosting.Logging;

namespace ThroughputKit.Running;

/// <summary>
/// Counts the lines that the app logged in the window. If there were many and its log can be silenced, measures their cost, in short
/// windows with and without the log.
/// </summary>
internal static class LoggingStep
{
    private const double Least = 0.5; // lines per request
    private const int MostWindows = 8;
    private const int FewestWindows = 4;

    private static readonly TimeSpan _settling = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan _length = TimeSpan.FromMilliseconds(200);
    private static readonly TimeSpan _patience = TimeSpan.FromSeconds(4);

    /// <param name="load">The load.</param>
    /// <param name="window">The outcome of the window.</param>
    /// <param name="printed">The lines that the app has printed.</param>
    /// <param name="before">The number of lines printed before the window.</param>
    /// <param name="cancellationToken">Cuts the measurement short.</param>
    /// <returns>The figures of the log; <see langword="null"/> if the app printed little, or that isn't known.</returns>
    public static async Task<LoggingFigures?> RunAsync(ReadyLoad load, WindowOutcome window, LineKinds? printed, long before, CancellationToken cancellationToken)
    {
        var completed = window.Recorded.Completed;
        if (printed is null || completed == 0 || printed.Lines - before < Least * completed)
        {
            return null;
        }

        var all = (double)printed.Lines;
        var figures = new LoggingFigures((all - before) / completed, [.. printed.Categories().Select(c => (c.Category, c.Entries / all))]);
        var windows = WindowsWorthTheirTime(window);
        if (windows < FewestWindows || load.App.Logging is not { } log || window.Recorded.Succeeded == 0 || window.WasCancelled || load.Options.WarmUpLimit == TimeSpan.Zero)
        {
            return figures;
        }

        try
        {
            return await MeasureAsync(load, log, figures, windows, cancellationToken).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return figures; // keep the figures measured so far
        }
        finally
        {
            log.Silence(false);
        }
    }

    // With a slow app each window takes much longer, because requests in flight at its end must be answered first.
    private static int WindowsWorthTheirTime(WindowOutcome window)
    {
        var drain = window.WithDrain - window.Length;
        return (int)Math.Min(MostWindows, _patience / (_settling + _length + (2 * drain))) / FewestWindows * FewestWindows;
    }

    private static async Task<LoggingFigures> MeasureAsync(ReadyLoad load, LoggingSwitch log, LoggingFigures figures, int windows, CancellationToken cancellationToken)
    {
        List<(double Cpu, double Bytes)> loud = [], silent = [];
        for (var i = 0; i < windows && !load.App.IsStopping; i++)
        {
            var isSilent = i % 4 is 1 or 2; // in an order that favours neither
            log.Silence(isSilent);
            await load.Phases.RunAsync(_settling, cancellationToken: cancellationToken).ConfigureAwait(false);
            var measured = await MeasuredPhase.RunAsync(load, _length, budget: null, isWindow: false, load.App.Stopping, cancellationToken).ConfigureAwait(false);
            if (measured is not { App: { } app, Recorded.Completed: > 0 and var completed })
            {
                return figures;
            }

            (isSilent ? silent : loud).Add((app.Cpu.TotalMicroseconds / completed, (double)app.AllocatedBytes / completed));
        }

        return loud.Count == 0 || silent.Count == 0 ? figures : figures with
        {
            CpuShare = 1 - (silent.Average(w => w.Cpu) / loud.Average(w => w.Cpu)),
            BytesPerRequest = loud.Average(w => w.Bytes) - silent.Average(w => w.Bytes),
        };
    }
}
