namespace ThroughputKit.Engines;

/// <summary>What an engine needs to know of the load before any of it is sent.</summary>
/// <param name="Connections">How many connections there are.</param>
/// <param name="PipelineDepth">How many requests are written to a connection at a time.</param>
/// <param name="Timeout">How long a request may take.</param>
/// <param name="Succeeds">Which statuses are successes.</param>
/// <param name="HighestRate">The highest of the rates that are set, or <see langword="null"/> for a closed loop.</param>
internal sealed record LoadShape(int Connections, int PipelineDepth, TimeSpan Timeout, bool[] Succeeds, double? HighestRate);
