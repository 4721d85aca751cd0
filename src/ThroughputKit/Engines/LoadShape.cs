namespace ThroughputKit.Engines;

/// <summary>The properties of the load that an engine needs before it sends any request.</summary>
/// <param name="Connections">The number of connections.</param>
/// <param name="PipelineDepth">The number of requests written to a connection at a time.</param>
/// <param name="Timeout">The maximum time per request.</param>
/// <param name="Succeeds">Which statuses are successes.</param>
/// <param name="HighestRate">The highest of the set rates, or <see langword="null"/> for a closed loop.</param>
internal sealed record LoadShape(int Connections, int PipelineDepth, TimeSpan Timeout, bool[] Succeeds, double? HighestRate);
