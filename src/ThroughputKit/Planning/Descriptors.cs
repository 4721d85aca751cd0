using System.Globalization;
using ThroughputKit.Probes;

namespace ThroughputKit.Planning;

/// <summary>The maximum number of files and sockets that this process may have open, and the number that it has open.</summary>
/// <param name="Limit">The maximum number. The runtime raises the soft limit to the hard one when it starts.</param>
/// <param name="Used">The number in use.</param>
internal sealed record Descriptors(long Limit, long Used)
{
    private const string OpenFiles = "Max open files";

    // Sockets of an earlier run may still be closing.
    private static readonly TimeSpan _timeout = TimeSpan.FromSeconds(1);

    public long Free => Limit - Used;

    /// <summary>Reads the numbers, several times if there are too few free descriptors.</summary>
    /// <returns><see langword="null"/> if the system doesn't report them, or sets no limit.</returns>
    public static Descriptors? Read(long needed)
    {
        Descriptors? found = null;
        SpinWait.SpinUntil(() => (found = Read()) is null || found.Free >= needed, _timeout);
        return found;
    }

    /// <summary>Finds the soft limit in the limits that Linux reports for a process: "Max open files  soft  hard  files" (proc(5)).</summary>
    public static long? SoftLimit(IEnumerable<string> limits) =>
        limits.FirstOrDefault(l => l.StartsWith(OpenFiles, StringComparison.Ordinal)) is { } line
        && long.TryParse(
            line[OpenFiles.Length..].Split(' ', StringSplitOptions.RemoveEmptyEntries).FirstOrDefault(), CultureInfo.InvariantCulture, out var limit)
            ? limit
            : null;

    private static Descriptors? Read() => SystemFiles.Read(() => SoftLimit(File.ReadLines("/proc/self/limits")) is { } limit
        ? new Descriptors(limit, Directory.EnumerateFileSystemEntries("/proc/self/fd").LongCount())
        : null);
}
