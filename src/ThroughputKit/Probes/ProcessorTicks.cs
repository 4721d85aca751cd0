using System.Globalization;

namespace ThroughputKit.Probes;

/// <summary>
/// The activity of all cores of the machine since it started, counted by the system, in its ticks. A container sees the ticks of the whole
/// machine.
/// </summary>
/// <param name="Busy">The ticks spent in processes.</param>
/// <param name="Idle">The ticks without any work, or waiting for disks.</param>
/// <param name="Stolen">The ticks taken by the hypervisor for other machines.</param>
/// <param name="Total">All ticks, including interrupts, which belong to no process.</param>
/// <param name="Cores">The number of cores.</param>
internal readonly record struct ProcessorTicks(long Busy, long Idle, long Stolen, long Total, int Cores)
{
    private const string Mark = "cpu";

    /// <summary>Reads the ticks; <see langword="null"/> on systems other than Linux.</summary>
    public static ProcessorTicks? Read() => SystemFiles.Read(() => Parse(File.ReadLines("/proc/stat")));

    /// <summary>Returns the ticks without those between two moments.</summary>
    public ProcessorTicks Without(ProcessorTicks from, ProcessorTicks to) =>
        new(Busy + to.Busy - from.Busy, Idle + to.Idle - from.Idle, Stolen + to.Stolen - from.Stolen, Total + to.Total - from.Total, Cores);

    /// <summary>
    /// Parses "cpu user nice system idle iowait irq softirq steal guest guest_nice", the sum of the lines "cpu0" and so on that follow it
    /// (proc_stat(5)). Guest time is already part of user and nice.
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
