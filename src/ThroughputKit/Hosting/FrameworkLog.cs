using Microsoft.Extensions.Logging;

namespace ThroughputKit.Hosting;

/// <summary>Keeps the framework's log at warnings, or where the app's configuration has less, at that.</summary>
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
                var general = General(options, provider) ?? General(options, provider: null);
                var level = general is null ? options.MinLevel : general.LogLevel;
                options.Rules.Add(new LoggerFilterRule(provider, category, level > LogLevel.Warning ? level : LogLevel.Warning, general?.Filter));
            }
        }
    }

    // The rule for what has no rule of its own: an app that logs nothing at all goes on to.
    private static LoggerFilterRule? General(LoggerFilterOptions options, string? provider) =>
        options.Rules.LastOrDefault(r => r.ProviderName == provider && r.CategoryName is null);

    private static bool IsFramework(string? category) =>
        category is not null && Array.Exists(_categories, c => category.StartsWith(c, StringComparison.OrdinalIgnoreCase));
}
