namespace ThroughputKit.Engines;

/// <summary>What an engine's own threads took for one phase, by their own clocks and counters.</summary>
/// <param name="Threads">How many threads there are.</param>
/// <param name="Cpu">Their processor time.</param>
/// <param name="AllocatedBytes">What they allocated.</param>
internal sealed record EngineCost(int Threads, TimeSpan Cpu, long AllocatedBytes)
{
    /// <summary>What they took in this phase and in a later one.</summary>
    public EngineCost Plus(EngineCost later) => new(later.Threads, Cpu + later.Cpu, AllocatedBytes + later.AllocatedBytes);
}
