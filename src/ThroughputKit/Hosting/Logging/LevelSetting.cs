using Microsoft.Extensions.Logging;

namespace ThroughputKit.Hosting.Logging;

/// <summary>How the log level of a category is set, which depends on the logger factory that the app has registered.</summary>
internal static class LevelSetting
{
    private const string Serilog = "Serilog.";

    /// <summary>Returns the type of a factory that isn't the framework's own and so ignores its settings; otherwise <see langword="null"/>.</summary>
    public static string? ReplacementOf(ILoggerFactory? factory) => factory?.GetType() is { } type && type != typeof(LoggerFactory) ? type.FullName : null;

    /// <summary>Returns what sets the level of a category to Warning, as the rest of a sentence.</summary>
    /// <param name="factory">The type of the factory that replaces the framework's own, if any.</param>
    /// <param name="category">The category.</param>
    public static string Warning(string? factory, string category)
    {
        if (factory is null)
        {
            return $"set Logging:LogLevel:{category} to Warning";
        }

        return factory.StartsWith(Serilog, StringComparison.Ordinal)
            ? $"set Serilog's own level, because Serilog ignores Logging:LogLevel: "
                + $".MinimumLevel.Information().MinimumLevel.Override(\"{category}\", LogEventLevel.Warning), "
                + $"or Serilog:MinimumLevel:Default and Serilog:MinimumLevel:Override:{category} where its settings are read from the configuration"
            : $"set the level of {category} to Warning in the settings of {factory}, "
                + "which replaces the framework's logger factory and ignores Logging:LogLevel";
    }
}
