using Microsoft.Extensions.Logging;

namespace ThroughputKit.Hosting;

/// <summary>Keeps the framework's log at warnings, whatever the app's configuration says of it.</summary>
internal static class FrameworkLog
{
    private static readonly string[] _categories = ["Microsoft.AspNetCore", "Microsoft.Hosting"];

    public static void Quiet(LoggerFilterOptions options)
    {
        for (var i = 0; i < options.Rules.Count; i++)
        {
            var rule = options.Rules[i];
            if (IsFramework(rule.CategoryName) && rule.LogLevel < LogLevel.Warning)
            {
                options.Rules[i] = new LoggerFilterRule(rule.ProviderName, rule.CategoryName, LogLevel.Warning, rule.Filter);
            }
        }

        // A rule for one provider goes before a rule for all, so each provider that has rules needs its own.
        string?[] providers = [null, .. options.Rules.Select(r => r.ProviderName).OfType<string>().Distinct(StringComparer.Ordinal)];
        foreach (var provider in providers)
        {
            foreach (var category in _categories.Where(c => !options.Rules.Any(r => r.ProviderName == provider && r.CategoryName == c)))
            {
                options.Rules.Add(new LoggerFilterRule(provider, category, LogLevel.Warning, filter: null));
            }
        }
    }

    private static bool IsFramework(string? category) =>
        category is not null && Array.Exists(_categories, c => category.StartsWith(c, StringComparison.OrdinalIgnoreCase));
}
