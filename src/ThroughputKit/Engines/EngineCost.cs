namespace ThroughputKit.Engines;

/// <summary>What an engine's own threads took for one phase, by their own clocks and counters.</summary>
/// <param name="Threads">How many threads there are.</param>
/// <param name="Cpu">Their processor time.</param>
/// <param name="AllocatedBytes">What they allocated.</param>
internal sealed record EngineCost(int Threads, TimeSpan Cpu, long AllocatedBytes);
