namespace ThroughputKit.Tests.Attributes.Support;

/// <summary>What a result file says of one test.</summary>
internal sealed record TestOutcome(string Name, string Outcome, string Message, string Output);
