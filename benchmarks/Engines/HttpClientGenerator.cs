using ThroughputKit;

namespace Engines;

/// <summary>What one would write without a library: a loop around HttpClient for each connection.</summary>
internal sealed class HttpClientGenerator : IGenerator
{
    public const string RowName = "HttpClient loop";

    public string Name => RowName;

    public async Task<LoadSample> RunAsync(Uri address, string path, int connections, TimeSpan duration)
    {
        using var handler = new SocketsHttpHandler { MaxConnectionsPerServer = connections };
        using var client = new HttpClient(handler) { BaseAddress = address };
        return await ClientLoops.RunAsync(connections, duration, async () =>
        {
            using var response = await client.GetAsync(new Uri(path, UriKind.Relative));
            return response.IsSuccessStatusCode;
        });
    }
}
