using System.Diagnostics;
using ThroughputKit.Hosting;
using ThroughputKit.Measurement;

namespace ThroughputKit.Comparison;

/// <summary>What the machine does from a moment on, between slices too: they are too short for its counters.</summary>
internal sealed class MachineWatch
{
    private readonly RunningApp[] _apps;
    private readonly long _begun = Stopwatch.GetTimestamp();
    private readonly TimeSpan? _own;
    private readonly MachineLoad _before = MachineLoad.Read();

    /// <param name="apps">The apps that are measured.</param>
    public MachineWatch(IEnumerable<RunningApp> apps)
    {
        _apps = [.. apps];
        _own = OwnTime();
    }

    /// <summary>Gets what was done until now.</summary>
    public MachineFigures Read() => MachineLoad.Between(_before, MachineLoad.Read(), Stopwatch.GetElapsedTime(_begun), OwnTime() - _own);

    // An app that is only known by its address may be one of the other processes.
    private TimeSpan? OwnTime() => _apps.Any(a => a.IsElsewhere)
        ? null
        : _apps.Select(a => a.Probe).OfType<IProcessProbe>().Distinct()
            .Aggregate((TimeSpan?)Environment.CpuUsage.TotalTime, (sum, probe) => sum + probe.TakeBefore()?.Cpu);
}
