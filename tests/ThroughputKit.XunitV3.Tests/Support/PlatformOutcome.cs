namespace ThroughputKit.Tests.Attributes.Support;

/// <summary>What xunit's own report says of one test.</summary>
internal sealed record PlatformOutcome(
    string Name, string Result, string Message, string Output, IReadOnlyList<string> Warnings, IReadOnlyDictionary<string, string> Attachments);
