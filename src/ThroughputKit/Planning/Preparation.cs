namespace ThroughputKit.Planning;

/// <summary>Work done once before the load. Returns headers for all requests.</summary>
/// <param name="client">Sends requests to the app, and keeps its cookies.</param>
/// <param name="cancellationToken">Cancels the preparation.</param>
internal delegate Task<IEnumerable<KeyValuePair<string, string>>> Preparation(HttpClient client, CancellationToken cancellationToken);
