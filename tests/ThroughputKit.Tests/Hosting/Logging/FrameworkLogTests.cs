using Microsoft.Extensions.Logging;
using ThroughputKit.Hosting.Logging;

namespace ThroughputKit.Tests.Hosting.Logging;

public class FrameworkLogTests
{
    private const string Framework = "Microsoft.AspNetCore";

    [Fact]
    public void Is_at_warnings_where_nothing_is_said() => Assert.Equal(LogLevel.Warning, Level(null, Rules()));

    [Theory]
    [InlineData(null, LogLevel.Information, LogLevel.Warning)]
    [InlineData(null, LogLevel.None, LogLevel.None)]
    [InlineData("Microsoft", LogLevel.Error, LogLevel.Error)]
    [InlineData("Microsoft", LogLevel.Debug, LogLevel.Warning)]
    [InlineData("Shop", LogLevel.None, LogLevel.Warning)]
    public void Keeps_to_what_is_quiet_in_a_wider_category(string? category, LogLevel level, LogLevel expected) =>
        Assert.Equal(expected, Level(null, Rules((null, category, level))));

    [Fact]
    public void Keeps_to_the_narrowest_of_wider_categories_in_any_order() =>
        Assert.Equal(LogLevel.Error, Level(null, Rules((null, "Microsoft", LogLevel.Error), (null, null, LogLevel.Debug))));

    [Fact]
    public void A_provider_with_other_rules_follows_those_for_all() =>
        Assert.Null(Level("Console", Rules((null, null, LogLevel.None), (null, Framework, LogLevel.Information), ("Console", "Shop", LogLevel.Debug))));

    [Fact]
    public void A_provider_with_rules_for_everything_has_its_own() =>
        Assert.Equal(LogLevel.Warning, Level("Console", Rules((null, null, LogLevel.None), ("Console", null, LogLevel.Debug))));

    private static LoggerFilterOptions Rules(params (string? Provider, string? Category, LogLevel Level)[] rules)
    {
        var options = new LoggerFilterOptions();
        foreach (var (provider, category, level) in rules)
        {
            options.Rules.Add(new LoggerFilterRule(provider, category, level, filter: null));
        }

        FrameworkLog.Quiet(options);
        return options;
    }

    private static LogLevel? Level(string? provider, LoggerFilterOptions options) =>
        options.Rules.LastOrDefault(r => r.ProviderName == provider && r.CategoryName == Framework)?.LogLevel;
}
