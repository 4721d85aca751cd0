using System.Diagnostics;
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
        await LoadAsync(client, path, connections, TimeSpan.FromMilliseconds(200));

        var (allocated, cpu, begun) = (GC.GetTotalAllocatedBytes(precise: true), Environment.CpuUsage.TotalTime, Stopwatch.GetTimestamp());
        var (requests, errors) = await LoadAsync(client, path, connections, duration);
        var elapsed = Stopwatch.GetElapsedTime(begun);
        return new LoadSample((requests - errors) / elapsed.TotalSeconds)
        {
            Failed = errors,
            AllocatedBytesPerRequest = (GC.GetTotalAllocatedBytes(precise: true) - allocated) / (double)requests,
            CpuTimePerRequest = (Environment.CpuUsage.TotalTime - cpu) / requests,
        };
    }

    private static async Task<(long Requests, long Errors)> LoadAsync(HttpClient client, string path, int connections, TimeSpan duration)
    {
        var end = Stopwatch.GetTimestamp() + (long)(duration.TotalSeconds * Stopwatch.Frequency);
        var loops = await Task.WhenAll(Enumerable.Range(0, connections).Select(_ => Task.Run(async () =>
        {
            var (requests, errors) = (0L, 0L);
            while (Stopwatch.GetTimestamp() < end)
            {
                using var response = await client.GetAsync(new Uri(path, UriKind.Relative));
                (requests, errors) = (requests + 1, errors + (response.IsSuccessStatusCode ? 0 : 1));
            }

            return (requests, errors);
        })));
        return (loops.Sum(l => l.requests), loops.Sum(l => l.errors));
    }
}
