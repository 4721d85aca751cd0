namespace ThroughputKit.Hosting;

/// <summary>The end of an app in a process of its own.</summary>
/// <param name="Code">The exit code.</param>
/// <param name="Output">The last lines of its output, as a sentence.</param>
internal sealed record AppExit(int Code, string Output);
