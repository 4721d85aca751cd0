using System.Diagnostics;
using ThroughputKit.Hosting;
using ThroughputKit.Measurement;

namespace ThroughputKit.Comparison;

/// <summary>What the machine does while both sides are measured, between slices too: they are too short for its counters.</summary>
internal sealed class MachineWatch
{
    private RunningApp[] _apps;
    private long _begun = Stopwatch.GetTimestamp();
    private TimeSpan? _ownBefore;
    private TimeSpan? _own = TimeSpan.Zero;
    private MachineLoad _before = MachineLoad.Read();
    private (long At, MachineLoad Load)? _pause;

    /// <param name="apps">The apps that are measured.</param>
    public MachineWatch(IEnumerable<RunningApp> apps)
    {
        _apps = [.. apps];
        _ownBefore = OwnTime();
    }

    /// <summary>Looks away while other apps take the place of those that are measured. Only while those still run.</summary>
    public void Pause()
    {
        _own += OwnTime() - _ownBefore;
        _pause = (Stopwatch.GetTimestamp(), MachineLoad.Read());
    }

    /// <summary>Looks again.</summary>
    /// <param name="apps">The apps that are measured now.</param>
    public void Resume(IEnumerable<RunningApp> apps)
    {
        if (_pause is var (at, load))
        {
            (_begun, _before, _pause) = (_begun + Stopwatch.GetTimestamp() - at, _before.Without(load, MachineLoad.Read()), null);
            _apps = [.. apps];
            _ownBefore = OwnTime();
        }
    }

    /// <summary>Gets what was done until now.</summary>
    public MachineFigures Read() => _pause is var (at, load)
        ? MachineLoad.Between(_before, load, Stopwatch.GetElapsedTime(_begun, at), _own)
        : MachineLoad.Between(_before, MachineLoad.Read(), Stopwatch.GetElapsedTime(_begun), _own + OwnTime() - _ownBefore);

    // An app that is only known by its address may be one of the other processes.
    private TimeSpan? OwnTime() => _apps.Any(a => a.IsElsewhere)
        ? null
        : _apps.Select(a => a.Probe).OfType<IProcessProbe>().Distinct()
            .Aggregate((TimeSpan?)Environment.CpuUsage.TotalTime, (sum, probe) => sum + probe.TakeBefore()?.Cpu);
}
