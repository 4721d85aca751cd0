namespace ThroughputKit.Tests.XunitV2.Support;

/// <summary>What a result file says of one test.</summary>
internal sealed record TestOutcome(string Name, string Outcome, string Message, string Output);
