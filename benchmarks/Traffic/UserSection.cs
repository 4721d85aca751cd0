using System.Globalization;
using ThroughputKit;

namespace Traffic;

/// <summary>Many virtual users in one process: how late they go on after a pause, what memory each takes, and whether anything is lost.</summary>
internal static class UserSection
{
    private const int FewUsers = 10;

    private static readonly TimeSpan _readBefore = TimeSpan.FromSeconds(1); // the window
    private static readonly TimeSpan _leastPause = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan _mostPause = TimeSpan.FromSeconds(3);

    /// <returns>Whether every request was answered.</returns>
    public static async Task<bool> RunAsync(Settings settings, LoadTest app)
    {
        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"Virtual users: chains of five requests with pauses of {_leastPause.TotalSeconds} to {_mostPause.TotalSeconds} s, and a scenario of them without pauses, for {settings.Duration.TotalSeconds} s"));
        Console.WriteLine("Users            Number  Steps/s  Late by p50 ms   p99 ms   max ms  Heap B/user      Sent  Answered  Failed  Load average");
        var chain = Loads.Chain(app, _leastPause, _mostPause);
        var passes = await RunAsync(settings, "scenario", settings.Users / 10, Loads.Scenario(app));
        foreach (var engine in (LoadEngine[])[LoadEngine.Epoll, LoadEngine.Socket])
        {
            passes &= await RunAsync(settings, $"chains, {engine}", settings.Users, chain.With(o => o.Engine = engine));
        }

        Console.WriteLine();
        return passes;
    }

    private static async Task<bool> RunAsync(Settings settings, string name, int users, LoadTest test)
    {
        // What a run of a few users takes, such as its recorders, is not that of a user.
        var (_, heapOfFew) = await MeasureAsync(test, FewUsers, 2 * _readBefore, _readBefore);
        var (result, heap) = await MeasureAsync(test, users, settings.WarmUp, settings.Duration);

        var answered = result.Succeeded + result.InFlightAtEnd;
        var (late, each) = (result.Pauses?.Lateness, (heap - heapOfFew) / (users - FewUsers));
        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"{name,-15}{users,8:N0}{result.Rps,9:N0}{late?.P50.TotalMilliseconds,16:0.000}{late?.P99.TotalMilliseconds,9:0.000}{late?.Max.TotalMilliseconds,9:0.0}{each,13:N0}{result.Sent,10:N0}{answered,10:N0}{result.Failed,8:N0}{Machine.Load,14}"));
        return result.Sent == answered;
    }

    private static async Task<(LoadResult Result, long Heap)> MeasureAsync(LoadTest test, int users, TimeSpan warmUp, TimeSpan duration)
    {
        var running = test.With(o => (o.Connections, o.Duration, o.WarmUp, o.MaxWarmUp) = (users, duration, warmUp, warmUp)).RunAsync();
        await Task.Delay(warmUp - _readBefore);
        var heap = GC.GetTotalMemory(forceFullCollection: true); // nearly all users think, and the window is not disturbed
        return (await running, heap);
    }
}
