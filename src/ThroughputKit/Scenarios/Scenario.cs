namespace ThroughputKit.Scenarios;

/// <summary>What each virtual user does, again and again.</summary>
/// <param name="Name">The name of the scenario.</param>
/// <param name="Iterate">Does it once.</param>
internal sealed record Scenario(string Name, Func<LoadUser, CancellationToken, Task> Iterate);
