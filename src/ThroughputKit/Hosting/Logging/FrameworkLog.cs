using Microsoft.Extensions.Logging;

namespace ThroughputKit.Hosting.Logging;

/// <summary>Limits the framework's log to warnings, or to the app's configured level where that is higher.</summary>
internal static class FrameworkLog
{
    /// <summary>Gets the categories of the framework's log.</summary>
    public static IReadOnlyList<string> Categories { get; } = ["Microsoft.AspNetCore", "Microsoft.Hosting"];

    public static void Quiet(LoggerFilterOptions options)
    {
        // Of rules for the same provider and category, the last applies. So narrower rules come last, and their copies for the framework with them.
        LoggerFilterRule[] rules = [new(null, null, options.MinLevel, filter: null), .. options.Rules.OrderBy(r => r.CategoryName?.Length ?? 0)];
        options.Rules.Clear();
        foreach (var rule in rules)
        {
            if (IsFramework(rule.CategoryName))
            {
                options.Rules.Add(Quiet(rule, rule.CategoryName));
                continue;
            }

            options.Rules.Add(rule);
            foreach (var category in Categories.Where(c => c.StartsWith(rule.CategoryName ?? "", StringComparison.OrdinalIgnoreCase)))
            {
                options.Rules.Add(Quiet(rule, category));
            }
        }
    }

    // True for a category of the framework and for narrower ones.
    private static bool IsFramework(string? category) =>
        category is not null && Categories.Any(c => category.StartsWith(c, StringComparison.OrdinalIgnoreCase));

    private static LoggerFilterRule Quiet(LoggerFilterRule rule, string? category) =>
        new(rule.ProviderName, category, rule.LogLevel > LogLevel.Warning ? rule.LogLevel : LogLevel.Warning, rule.Filter);
}
