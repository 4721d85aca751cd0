using System.Globalization;

namespace ThroughputKit.Findings;

/// <summary>The app printed one or more lines for about every request. That cost is part of the measurements, as in production.</summary>
internal sealed class AppLoggingRule : IFindingRule
{
    private const double LeastShare = 0.05;
    private const int MostCategories = 3;

    public Finding? Examine(RunFacts run)
    {
        if (run.Result.Logging is not { } logging || run.Result.Failed > 0) // a failing app logs its failures
        {
            return null;
        }

        string[] categories = [.. logging.Categories.Where(c => c.Share >= LeastShare).Take(MostCategories).Select(c => c.Category)];
        var cost = logging is { CpuShare: { } cpu, BytesPerRequest: { } bytes }
            ? string.Create(CultureInfo.InvariantCulture, $" That took about {Math.Max(0, cpu):0%} of the processor time and {Math.Max(0, bytes):N0} B per request.")
            : "";
        return new Finding(
            FindingNames.AppLogging,
            FindingSeverity.Hint,
            string.Create(CultureInfo.InvariantCulture, $"The app printed {logging.LinesPerRequest:0.0} lines per request{(categories.Length == 0 ? "" : $", most of them by {string.Join(", ", categories)}")}.{cost}"),
            categories.Length == 0
                ? "The figures include it, as in production. If production prints less, give the app its settings."
                : $"The figures include it, as in production. If production logs less, set Logging:LogLevel:{categories[0]} to Warning.");
    }
}
