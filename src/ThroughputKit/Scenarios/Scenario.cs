namespace ThroughputKit.Scenarios;

/// <summary>What virtual users do, again and again.</summary>
/// <param name="Name">The name of the scenario.</param>
/// <param name="Iterate">Does it once.</param>
/// <param name="Weight">How often it is done, relative to the other scenarios of the test.</param>
internal sealed record Scenario(string Name, Func<LoadUser, CancellationToken, Task> Iterate, int Weight);
