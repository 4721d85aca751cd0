namespace ThroughputKit.Engines;

/// <summary>What an engine needs to know before it sends a request. The highest rate is <see langword="null"/> for a closed loop.</summary>
internal sealed record LoadShape(int Connections, TimeSpan Timeout, double? HighestRate);
