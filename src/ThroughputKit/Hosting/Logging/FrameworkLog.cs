using Microsoft.Extensions.Logging;

namespace ThroughputKit.Hosting.Logging;

/// <summary>Limits the framework's log to warnings, or to the app's configured level where that is higher.</summary>
internal static class FrameworkLog
{
    /// <summary>Gets the categories of the framework's log.</summary>
    public static IReadOnlyList<string> Categories { get; } = ["Microsoft.AspNetCore", "Microsoft.Hosting"];

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

        // A rule for one provider takes precedence over a rule for all, so each provider with rules that apply to the framework needs its own.
        string?[] providers = [null, .. options.Rules.Select(r => r.ProviderName).OfType<string>().Distinct(StringComparer.Ordinal)];
        foreach (var provider in providers)
        {
            foreach (var category in Categories.Where(c => !options.Rules.Any(r => r.ProviderName == provider && r.CategoryName == c)))
            {
                // The rule that applies so far: the narrowest, and the last of these. An app that logs nothing still logs nothing.
                var wider = options.Rules.Where(r => r.ProviderName == provider && category.StartsWith(r.CategoryName ?? "", StringComparison.OrdinalIgnoreCase))
                    .OrderBy(r => r.CategoryName?.Length ?? 0).LastOrDefault();
                if (wider is not null || provider is null)
                {
                    var level = wider is null ? options.MinLevel : wider.LogLevel;
                    options.Rules.Add(new LoggerFilterRule(provider, category, level > LogLevel.Warning ? level : LogLevel.Warning, wider?.Filter));
                }
            }
        }
    }

    // True for a category of the framework and for narrower ones.
    private static bool IsFramework(string? category) =>
        category is not null && Categories.Any(c => category.StartsWith(c, StringComparison.OrdinalIgnoreCase));
}
