namespace ThroughputKit.Tests.Attributes.Support;

/// <summary>One test in a result file.</summary>
internal sealed record TestOutcome(string Name, string Outcome, string Message, string Output);
