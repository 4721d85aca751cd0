namespace ThroughputKit.Engines;

/// <summary>What an engine needs to know before it sends a request.</summary>
/// <param name="Connections">The number of connections.</param>
/// <param name="Timeout">The timeout of a request.</param>
/// <param name="HighestRate">The highest rate; <see langword="null"/> for a closed loop.</param>
/// <param name="Room">The maximum length of a request with data; zero if there is none.</param>
/// <param name="RequestsPerConnection">The number of requests after which a connection is closed; <see langword="null"/> to keep it open.</param>
internal sealed record LoadShape(int Connections, TimeSpan Timeout, double? HighestRate, int Room = 0, int? RequestsPerConnection = null);
