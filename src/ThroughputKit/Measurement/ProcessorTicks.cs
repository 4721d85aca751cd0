using System.Globalization;

namespace ThroughputKit.Measurement;

/// <summary>What all cores of the machine have done since it started, by the system's own count, in its ticks. A container sees those of the whole machine.</summary>
/// <param name="Busy">In processes.</param>
/// <param name="Idle">Without anything to do, or waiting for disks.</param>
/// <param name="Stolen">Taken by the hypervisor, for other machines.</param>
/// <param name="Total">All, with interrupts, which belong to no process.</param>
/// <param name="Cores">How many cores there are.</param>
internal readonly record struct ProcessorTicks(long Busy, long Idle, long Stolen, long Total, int Cores)
{
    private const string File = "/proc/stat";
    private const string Mark = "cpu";

    /// <summary>Reads them; <see langword="null"/> on other systems than Linux.</summary>
    public static ProcessorTicks? Read()
    {
        try
        {
            return OperatingSystem.IsLinux() ? Parse(System.IO.File.ReadLines(File)) : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>The same without what was done between two moments.</summary>
    public ProcessorTicks Without(ProcessorTicks from, ProcessorTicks to) =>
        new(Busy + to.Busy - from.Busy, Idle + to.Idle - from.Idle, Stolen + to.Stolen - from.Stolen, Total + to.Total - from.Total, Cores);

    /// <summary>
    /// Reads "cpu user nice system idle iowait irq softirq steal guest guest_nice", the sum of the lines "cpu0" and so on that follow it
    /// (proc_stat(5)). What guests take is in user and nice already.
    /// </summary>
    public static ProcessorTicks? Parse(IEnumerable<string> lines)
    {
        string[] processors = [.. lines.TakeWhile(l => l.StartsWith(Mark, StringComparison.Ordinal))];
        if (processors.Length < 2)
        {
            return null;
        }

        long[] ticks = [.. processors[0].Split(' ', StringSplitOptions.RemoveEmptyEntries).Skip(1).Take(8)
            .Select(text => long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var count) ? count : 0)];
        return ticks is [var user, var nice, var system, var idle, var waiting, _, _, var stolen]
            ? new ProcessorTicks(user + nice + system, idle + waiting, stolen, ticks.Sum(), processors.Length - 1)
            : null;
    }
}
