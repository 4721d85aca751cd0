using ThroughputKit.Hosting.Logging;

namespace ThroughputKit.Running;

/// <summary>Counts the lines that the app printed in the window.</summary>
internal static class LoggingStep
{
    private const double MinLinesPerRequest = 0.5;

    /// <param name="printed">The lines that the app has printed, just after the window; <see langword="null"/> if that isn't known.</param>
    /// <param name="before">The number of lines printed before the window.</param>
    /// <param name="completed">The requests that were answered in the window.</param>
    /// <returns>The figures of the log; <see langword="null"/> if the app printed little, or that isn't known.</returns>
    public static LoggingFigures? Count(LinePatterns? printed, long before, long completed)
    {
        if (printed is null || completed == 0)
        {
            return null;
        }

        var all = printed.Lines;
        var perRequest = (double)(all - before) / completed;
        return perRequest < MinLinesPerRequest ? null : new LoggingFigures(
            perRequest, [.. printed.Categories().Select(c => (c.Category, (double)c.Entries / all))]);
    }
}
