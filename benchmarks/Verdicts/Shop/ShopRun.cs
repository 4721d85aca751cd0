using System.Globalization;
using System.Text.Json;
using ThroughputKit;

namespace Verdicts.Shop;

/// <summary>What a fresh process sees of the shop: the warm-up, allocated bytes as a gate measures them, and throughput, then and later.</summary>
/// <param name="Bytes">The bytes allocated per request; <see langword="null"/> if no figure was confirmed.</param>
/// <param name="WarmUpSeconds">How long the warm-up took.</param>
/// <param name="IsSteady">Whether it ended because the app was steady.</param>
/// <param name="Rps">The window's throughput.</param>
/// <param name="LaterRps">That of a second window.</param>
/// <param name="LastRps">That of a third: by as much as it differs from the second the machine makes windows differ.</param>
/// <param name="Threads">The size of the thread pool after the first window: throughput depends on it.</param>
/// <param name="LastThreads">The size of the thread pool after the third.</param>
internal sealed record ShopRun(double? Bytes, double WarmUpSeconds, bool IsSteady, double Rps, double LaterRps, double LastRps, int Threads, int LastThreads)
{
    /// <summary>What makes this program measure once and end.</summary>
    public const string Argument = "run-shop";

    /// <summary>Measures in a fresh process of this program.</summary>
    public static Task<ShopRun> InFreshProcessAsync(ShopEndpoint endpoint, ShopVariant variant, int poolThreads, CancellationToken cancellationToken) =>
        FreshProcess.RunAsync<ShopRun>([Argument, $"{endpoint}", string.Create(CultureInfo.InvariantCulture, $"{variant.Bytes}")], poolThreads, cancellationToken);

    /// <summary>Measures in this process.</summary>
    public static async Task MeasureAsync(ShopEndpoint endpoint, ShopVariant variant, string file)
    {
        await using var host = new ShopHost(variant);
        var first = await ShopLoad.Of(host, endpoint).Within(new LoadGates { MaxAllocatedBytesPerRequest = double.MaxValue }).RunAsync();
        var threads = ThreadPool.ThreadCount;
        var later = await ShopLoad.Of(host, endpoint).RunAsync();
        var last = await ShopLoad.Of(host, endpoint).RunAsync();
        await File.WriteAllTextAsync(file, JsonSerializer.Serialize(new ShopRun(
            first.Memory.Allocation?.BytesPerRequest,
            first.Times!.WarmUp.TotalSeconds,
            first.Findings.All(f => f.Name != "NotSteady"),
            first.Rps,
            later.Rps,
            last.Rps,
            threads,
            ThreadPool.ThreadCount)));
    }
}
