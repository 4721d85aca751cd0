namespace ThroughputKit.Scenarios;

/// <summary>The code with which each user of a scenario begins and ends; <see langword="null"/> if there is none.</summary>
internal sealed record UserHooks(Func<LoadUser, CancellationToken, Task>? Begin = null, Func<LoadUser, CancellationToken, Task>? End = null)
{
    public static UserHooks None { get; } = new();
}
