using System.Collections.Concurrent;

namespace ThroughputKit.Baselines;

/// <summary>What this process has approved, so that two tests of one name don't overwrite one another's baseline.</summary>
internal static class ApprovedHere
{
    private static readonly ConcurrentDictionary<(string Path, string Name), BaselineSettings> _settings = new();

    /// <returns>Whether it is the first of its name, or sent what the first did.</returns>
    public static bool Adds(string path, string name, LoadResult result)
    {
        var now = BaselineEntry.Of(result).Settings;
        return SettingsComparison.SendSame(now, _settings.GetOrAdd((path, name), now));
    }
}
