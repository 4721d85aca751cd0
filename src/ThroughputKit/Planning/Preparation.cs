namespace ThroughputKit.Planning;

/// <summary>Work done once before the load; returns headers for all requests.</summary>
internal delegate Task<IEnumerable<KeyValuePair<string, string>>> Preparation(HttpClient client, CancellationToken cancellationToken);
