using ThroughputKit.Hosting.Logging;

namespace ThroughputKit.Running;

/// <summary>Looks at what the app printed in the window and, if that was much and its log can be silenced, at what it cost: in short windows with it and without it.</summary>
internal static class LoggingStep
{
    private const double Least = 0.5; // lines per request
    private const int MostWindows = 8;
    private const int FewestWindows = 4;

    private static readonly TimeSpan _settling = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan _length = TimeSpan.FromMilliseconds(200);
    private static readonly TimeSpan _patience = TimeSpan.FromSeconds(4);

    /// <param name="load">The load.</param>
    /// <param name="window">What was recorded of the window.</param>
    /// <param name="printed">What the app has printed.</param>
    /// <param name="before">How many lines it had printed before the window.</param>
    /// <param name="cancellationToken">Cuts it short.</param>
    /// <returns>What it printed; <see langword="null"/> if that was little, or isn't known.</returns>
    public static async Task<LoggingFigures?> RunAsync(ReadyLoad load, WindowOutcome window, IPrintedLines? printed, long before, CancellationToken cancellationToken)
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
            return figures; // what was measured is worth more
        }
        finally
        {
            log.Silence(false);
        }
    }

    // Of a slow app each takes much longer, as what is in flight at its end must be answered first.
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
