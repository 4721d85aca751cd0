using Microsoft.Extensions.Configuration;
using ThroughputKit.Hosting.Logging;

namespace ThroughputKit.Hosting.Published;

/// <summary>
/// The settings that keep the framework's log at warnings, for all providers and for each that has rules of its own, as far as
/// they can be known from outside: from the app's files and its environment variables.
/// </summary>
internal static class FrameworkLogSettings
{
    private const string Levels = "LogLevel";
    private const string General = "Default";

    public static IReadOnlyList<string> Find(string folder, string environment, IReadOnlyDictionary<string, string> variables)
    {
        var logging = Read(folder, environment, variables).GetSection("Logging");
        string[] providers = ["", .. logging.GetChildren().Where(c => c.Key != Levels && c.GetSection(Levels).Exists()).Select(c => $"{c.Key}:")];
        return
        [
            .. providers.SelectMany(provider => logging.GetSection(provider + Levels).GetChildren()
                .Select(c => c.Key)
                .Where(FrameworkLog.IsFramework)
                .Union(FrameworkLog.Categories, StringComparer.OrdinalIgnoreCase)
                .Where(c => !IsQuiet(Level(logging, provider, c) ?? Level(logging, "", c)))
                .Select(c => $"Logging:{provider}{Levels}:{c}")),
        ];
    }

    // What holds for a category: the level of the narrowest one that it belongs to.
    private static string? Level(IConfigurationSection logging, string provider, string category) => logging.GetSection(provider + Levels).GetChildren()
        .Where(l => l.Key.Equals(General, StringComparison.OrdinalIgnoreCase) || category.StartsWith(l.Key, StringComparison.OrdinalIgnoreCase))
        .MaxBy(l => l.Key.Equals(General, StringComparison.OrdinalIgnoreCase) ? 0 : l.Key.Length)?.Value;

    private static IConfigurationRoot Read(string folder, string environment, IReadOnlyDictionary<string, string> variables)
    {
        // Variables may differ only in case (http_proxy and HTTP_PROXY); settings don't.
        var settings = new Dictionary<string, string?>(StringComparer.OrdinalIgnoreCase);
        foreach (var (name, value) in variables)
        {
            settings[name.Replace("__", ":", StringComparison.Ordinal)] = value;
        }

        try
        {
            return new ConfigurationBuilder()
                .AddJsonFile(Path.Combine(folder, "appsettings.json"), optional: true)
                .AddJsonFile(Path.Combine(folder, $"appsettings.{environment}.json"), optional: true)
                .AddInMemoryCollection(settings)
                .Build();
        }
        catch (InvalidDataException)
        {
            return new ConfigurationBuilder().AddInMemoryCollection(settings).Build(); // the app will say what is wrong with its file
        }
    }

    private static bool IsQuiet(string? level) => level is not null
        && Enum.TryParse<Microsoft.Extensions.Logging.LogLevel>(level, ignoreCase: true, out var parsed)
        && parsed >= Microsoft.Extensions.Logging.LogLevel.Warning;
}
