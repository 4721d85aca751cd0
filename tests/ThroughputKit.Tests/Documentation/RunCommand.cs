namespace ThroughputKit.Tests.Documentation;

/// <summary>A command of the documentation that something runs whenever the kit is built.</summary>
/// <param name="Command">The command as a reader sees it.</param>
/// <param name="File">The script or test that runs it.</param>
/// <param name="As">How it stands there: the same, or with options that make it short.</param>
internal sealed record RunCommand(string Command, string File, string As);
