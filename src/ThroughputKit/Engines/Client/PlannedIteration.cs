namespace ThroughputKit.Engines.Client;

/// <summary>An iteration of a set rate.</summary>
/// <param name="Due">When it is due, in Stopwatch ticks.</param>
/// <param name="HasWaited">Whether it would have been on time if a user had been free.</param>
internal readonly record struct PlannedIteration(long Due, bool HasWaited);
