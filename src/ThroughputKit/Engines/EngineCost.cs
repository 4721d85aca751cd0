namespace ThroughputKit.Engines;

/// <summary>The cost of an engine's own threads in one phase, from their own clocks and counters.</summary>
internal sealed record EngineCost(int Threads, TimeSpan Cpu, long AllocatedBytes)
{
    /// <summary>Returns the cost of this phase and a later one together.</summary>
    public EngineCost Plus(EngineCost later) => new(later.Threads, Cpu + later.Cpu, AllocatedBytes + later.AllocatedBytes);
}
