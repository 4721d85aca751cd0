namespace ThroughputKit.Tests.Documentation;

/// <summary>A command of the documentation that something runs whenever the kit is built.</summary>
/// <param name="Command">The command as a reader sees it.</param>
/// <param name="File">The script or test that runs it.</param>
/// <param name="As">The command as that file has it: the same, or with options that shorten the run.</param>
internal sealed record RunCommand(string Command, string File, string As);
