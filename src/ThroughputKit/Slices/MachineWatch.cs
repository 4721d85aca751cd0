using System.Diagnostics;
using ThroughputKit.Hosting;
using ThroughputKit.Probes;

namespace ThroughputKit.Slices;

/// <summary>
/// Watches the machine while all sides are measured. It includes the time between slices, because slices are too short for the machine's counters.
/// </summary>
internal sealed class MachineWatch
{
    private RunningApp[] _apps;
    private long _begun = Stopwatch.GetTimestamp();
    private TimeSpan? _ownBefore;
    private TimeSpan? _own = TimeSpan.Zero;
    private MachineLoad _before = MachineLoad.Read();
    private (long At, MachineLoad Load)? _pause;

    /// <param name="apps">The measured apps.</param>
    public MachineWatch(IEnumerable<RunningApp> apps)
    {
        _apps = [.. apps];
        _ownBefore = OwnTime();
    }

    /// <summary>Pauses while other apps replace the measured ones. Call only while the measured apps still run.</summary>
    public void Pause()
    {
        _own += OwnTime() - _ownBefore;
        _pause = (Stopwatch.GetTimestamp(), MachineLoad.Read());
    }

    /// <summary>Resumes after a pause.</summary>
    /// <param name="apps">The apps measured from now on.</param>
    public void Resume(IEnumerable<RunningApp> apps)
    {
        if (_pause is var (at, load))
        {
            (_begun, _before, _pause) = (_begun + Stopwatch.GetTimestamp() - at, _before.Without(load, MachineLoad.Read()), null);
            _apps = [.. apps];
            _ownBefore = OwnTime();
        }
    }

    /// <summary>Returns the figures of the machine until now.</summary>
    public MachineFigures Read() => _pause is var (at, load)
        ? MachineLoad.Between(_before, load, Stopwatch.GetElapsedTime(_begun, at), _own)
        : MachineLoad.Between(_before, MachineLoad.Read(), Stopwatch.GetElapsedTime(_begun), _own + OwnTime() - _ownBefore);

    // An app known only by its address may be one of the machine's other processes.
    private TimeSpan? OwnTime() => _apps.Any(a => a.IsElsewhere)
        ? null
        : _apps.Select(a => a.Probe).OfType<IProcessProbe>().Distinct()
            .Aggregate((TimeSpan?)Environment.CpuUsage.TotalTime, (sum, probe) => sum + probe.TakeBefore()?.Cpu);
}
