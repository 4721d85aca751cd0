namespace ThroughputKit.Tests.Attributes.Support;

/// <summary>One test in xunit's own report.</summary>
internal sealed record PlatformOutcome(
    string Name, string Result, string Message, string Output, IReadOnlyList<string> Warnings, IReadOnlyDictionary<string, string> Attachments);
