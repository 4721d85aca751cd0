using System.Globalization;

namespace ThroughputKit.Probes;

/// <summary>How often the CPU limit of this process's container has throttled it.</summary>
/// <param name="Periods">The number of periods, mostly of 100 ms, in which it had work to do.</param>
/// <param name="Throttled">The number of periods in which its time was used up before the end.</param>
internal readonly record struct ProcessorLimit(long Periods, long Throttled)
{
    private const string Root = "/sys/fs/cgroup";
    private const string Statistics = "cpu.stat";

    private static readonly string? _file = SystemFiles.Read(() => Places(File.ReadLines("/proc/self/cgroup")).FirstOrDefault(
        place => File.Exists(place) && Parse(File.ReadLines(place)) is not null));

    /// <summary>Reads the counters; <see langword="null"/> on systems other than Linux, or if nothing is counted.</summary>
    public static ProcessorLimit? Read() => SystemFiles.Read(() => _file is null ? null : Parse(File.ReadLines(_file)));

    /// <summary>Parses lines of a name and a number (the kernel's documentation of control groups, "cpu.stat").</summary>
    public static ProcessorLimit? Parse(IEnumerable<string> lines)
    {
        var counts = lines.Select(l => l.Split(' ')).Where(p => p.Length == 2)
            .ToDictionary(
                p => p[0], p => long.TryParse(p[1], NumberStyles.None, CultureInfo.InvariantCulture, out var count) ? count : 0, StringComparer.Ordinal);
        return counts.TryGetValue("nr_periods", out var periods) && counts.TryGetValue("nr_throttled", out var throttled)
            ? new ProcessorLimit(periods, throttled)
            : null;
    }

    /// <summary>
    /// Returns the possible locations of the counters, the best first: those of the control group that "/proc/self/cgroup" names, then those
    /// that a container sees as its own. A line of that file has an identifier, controllers and a path. A line without controllers is of cgroup
    /// version 2.
    /// </summary>
    public static IEnumerable<string> Places(IEnumerable<string> groups)
    {
        string[][] all = [.. groups.Select(g => g.Split(':', 3)).Where(g => g.Length == 3)];
        return
        [
            .. all.Where(g => g[1].Length == 0).Select(g => $"{Root}{g[2].TrimEnd('/')}/{Statistics}"),
            .. all.Where(g => g[1].Split(',').Contains("cpu", StringComparer.Ordinal)).Select(g => $"{Root}/cpu{g[2].TrimEnd('/')}/{Statistics}"),
            $"{Root}/{Statistics}",
            $"{Root}/cpu/{Statistics}",
        ];
    }
}
