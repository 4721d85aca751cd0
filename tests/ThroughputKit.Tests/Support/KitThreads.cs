using System.Diagnostics;

namespace ThroughputKit.Tests.Support;

/// <summary>The kit's own threads in this process, by their names. Elsewhere than on Linux names can't be read, and none are seen.</summary>
internal static class KitThreads
{
    private static readonly TimeSpan _limit = TimeSpan.FromSeconds(60);

    public static string[] Now() => OperatingSystem.IsLinux()
        ? [.. Directory.GetDirectories("/proc/self/task").Select(NameOf).Where(n => n.StartsWith("ThroughputKit", StringComparison.Ordinal))]
        : [];

    /// <summary>The threads that don't end. The system needs a moment to remove a thread that has ended; the limit only applies to one that never ends.</summary>
    public static async Task<string[]> LeftAsync()
    {
        var begun = Stopwatch.GetTimestamp();
        while (Now().Length > 0 && Stopwatch.GetElapsedTime(begun) < _limit)
        {
            await Task.Delay(10);
        }

        return Now();
    }

    private static string NameOf(string thread)
    {
        try
        {
            return File.ReadAllText(Path.Combine(thread, "comm")).Trim();
        }
        catch (IOException)
        {
            return ""; // it has just ended
        }
    }
}
