using System.Diagnostics;
using System.Globalization;
using ThroughputKit;
using Verdicts.Shop;

namespace Verdicts;

/// <summary>An app with gates on counts and without, in turns: how long counting takes, and whether the window's figures are the same.</summary>
/// <param name="Name">What it is called.</param>
/// <param name="Trials">How often both are measured.</param>
/// <param name="IsShop">Whether it is the shop, or an app without a database.</param>
internal sealed record CountCosts(string Name, int Trials, bool IsShop)
{
    private static readonly LoadGates _others = new() { MaxFailures = 0 };

    public static IReadOnlyList<CountCosts> All { get; } = [new("cost of counts: shop", 12, IsShop: true), new("cost of counts: app without a database", 12, IsShop: false)];

    public async Task RunAsync(Records records, int? trials, CancellationToken cancellationToken)
    {
        await using var shop = new ShopHost(ShopVariant.None);
        await using var plain = await new SlowApp(Slowness.None, 0).StartAsync();
        _ = records.Of(Name).Count < (trials ?? Trials) ? await MeasureAsync(counts: false) : null; // the first in a process has another number of threads
        for (var pair = records.Of(Name).Count; pair < (trials ?? Trials); pair++)
        {
            var begun = Stopwatch.GetTimestamp();
            var isFirst = pair % 2 == 0;
            var one = await MeasureAsync(isFirst);
            var other = await MeasureAsync(!isFirst);
            var (counted, uncounted) = isFirst ? (one, other) : (other, one);
            var (rps, bytes) = (counted.Rps / uncounted.Rps, counted.Memory.AllocatedBytesPerRequest / uncounted.Memory.AllocatedBytesPerRequest);
            var seconds = counted.Times!.Counting!.Value.TotalSeconds;
            var note = string.Create(CultureInfo.InvariantCulture, $"counted in {seconds:0.00} s; RPS {counted.Rps:N0}, without counts {uncounted.Rps:N0}; {counted.Memory.AllocatedBytesPerRequest:N1} B per request in the window, without counts {uncounted.Memory.AllocatedBytesPerRequest:N1} B");
            records.Add(new Record(Name, TimeProvider.System.GetUtcNow(), "Measured", Stopwatch.GetElapsedTime(begun).TotalSeconds, rps, null, note) { CountingSeconds = seconds, BytesRatio = bytes });
            Console.WriteLine($"{Name} {pair + 1}: {note}");
        }

        async Task<LoadResult> MeasureAsync(bool counts)
        {
            var load = IsShop ? ShopLoad.Of(shop, ShopEndpoint.List) : LoadTest.For(plain.Host).Get("/plain");
            var result = await load.With(o => o.Duration = TimeSpan.FromSeconds(2)).Within(counts ? ShopCount.Gates : _others).RunAsync(cancellationToken);
            cancellationToken.ThrowIfCancellationRequested();
            return result;
        }
    }
}
