namespace ThroughputKit.Findings;

/// <summary>What an app does after the responses of a turn as short as a slice: the least of some turns, without what it does before one.</summary>
/// <param name="Cpu">The processor time that it uses then.</param>
/// <param name="AllocatedBytes">The bytes that its process allocates then.</param>
/// <param name="Requests">The number of requests of the turn.</param>
internal sealed record TrailingWork(TimeSpan Cpu, double AllocatedBytes, double Requests);
