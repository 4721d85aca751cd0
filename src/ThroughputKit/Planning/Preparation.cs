using System.Net;

namespace ThroughputKit.Planning;

/// <summary>Work done once before the load. Returns headers for all requests. The cookies that it is given are sent with them too.</summary>
/// <param name="client">Sends requests to the app.</param>
/// <param name="cookies">The client's cookies.</param>
/// <param name="cancellationToken">Cancels the preparation.</param>
internal delegate Task<IEnumerable<KeyValuePair<string, string>>> Preparation(HttpClient client, CookieContainer cookies, CancellationToken cancellationToken);
