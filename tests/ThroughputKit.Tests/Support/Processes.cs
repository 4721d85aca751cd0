using System.Diagnostics;

namespace ThroughputKit.Tests.Support;

/// <summary>Processes by their ids.</summary>
internal static class Processes
{
    private static readonly TimeSpan _limit = TimeSpan.FromSeconds(60);

    public static bool IsRunning(string id)
    {
        try
        {
            using var process = Process.GetProcessById(int.Parse(id, System.Globalization.CultureInfo.InvariantCulture));
            return !process.HasExited;
        }
        catch (ArgumentException)
        {
            return false;
        }
    }

    /// <summary>Waits until a process has ended; the limit only applies to one that never ends.</summary>
    public static async Task EndedAsync(string id)
    {
        var begun = Stopwatch.GetTimestamp();
        while (IsRunning(id))
        {
            Assert.True(Stopwatch.GetElapsedTime(begun) < _limit, $"Process {id} still runs.");
            await Task.Delay(50);
        }
    }
}
