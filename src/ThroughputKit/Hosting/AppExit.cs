namespace ThroughputKit.Hosting;

/// <summary>How an app in a process of its own has ended.</summary>
/// <param name="Code">Its exit code.</param>
/// <param name="Output">The end of what it printed, as a sentence.</param>
internal sealed record AppExit(int Code, string Output);
