namespace Experiments;

/// <summary>A program that an experiment needs is not installed, so the experiment is skipped.</summary>
internal sealed class NotInstalledException(string message) : Exception(message);
