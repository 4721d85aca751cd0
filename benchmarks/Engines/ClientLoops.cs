using System.Diagnostics;
using ThroughputKit;

namespace Engines;

/// <summary>Loops around a client, one for each request in flight.</summary>
internal static class ClientLoops
{
    /// <param name="loops">How many there are.</param>
    /// <param name="duration">How long they are measured, after a short while that isn't.</param>
    /// <param name="send">Sends one request, and returns whether it succeeded.</param>
    public static async Task<LoadSample> RunAsync(int loops, TimeSpan duration, Func<Task<bool>> send)
    {
        await LoadAsync(loops, TimeSpan.FromMilliseconds(200), send);

        var (allocated, cpu, begun) = (GC.GetTotalAllocatedBytes(precise: true), Environment.CpuUsage.TotalTime, Stopwatch.GetTimestamp());
        var (requests, errors) = await LoadAsync(loops, duration, send);
        var elapsed = Stopwatch.GetElapsedTime(begun);
        return new LoadSample((requests - errors) / elapsed.TotalSeconds)
        {
            Failed = errors,
            AllocatedBytesPerRequest = (GC.GetTotalAllocatedBytes(precise: true) - allocated) / (double)requests,
            CpuTimePerRequest = (Environment.CpuUsage.TotalTime - cpu) / requests,
        };
    }

    private static async Task<(long Requests, long Errors)> LoadAsync(int loops, TimeSpan duration, Func<Task<bool>> send)
    {
        var end = Stopwatch.GetTimestamp() + (long)(duration.TotalSeconds * Stopwatch.Frequency);
        var counts = await Task.WhenAll(Enumerable.Range(0, loops).Select(_ => Task.Run(async () =>
        {
            var (requests, errors) = (0L, 0L);
            while (Stopwatch.GetTimestamp() < end)
            {
                (requests, errors) = (requests + 1, errors + (await send() ? 0 : 1));
            }

            return (requests, errors);
        })));
        return (counts.Sum(c => c.requests), counts.Sum(c => c.errors));
    }
}
