using System.Diagnostics;
using ThroughputKit;

namespace Verdicts.Shop;

/// <summary>A comparison of two shops with default settings, again and again.</summary>
/// <param name="Name">What it is called.</param>
/// <param name="Trials">How often it is tried.</param>
/// <param name="Endpoint">What is loaded.</param>
/// <param name="Fall">By which share the candidate's throughput is lower.</param>
/// <param name="LimitPercent">The limit of the gate.</param>
/// <param name="IsPublished">Whether each shop is in a process of its own.</param>
internal sealed record ShopComparisons(string Name, int Trials, ShopEndpoint Endpoint, double Fall, double LimitPercent, bool IsPublished)
{
    private const double Slower = 0.15;

    public static IReadOnlyList<ShopComparisons> All { get; } =
    [
        .. from isPublished in new[] { false, true }
           from endpoint in Enum.GetValues<ShopEndpoint>()
           from slower in new[] { false, true }
           let what = slower ? "15% slower, limit 5%" : "identical, limit 10%"
           select new ShopComparisons($"shop{(isPublished ? ", published" : "")}, {endpoint}: {what}", 50, endpoint, slower ? Slower : 0, slower ? 5 : 10, isPublished),
    ];

    public async Task RunAsync(Records records, int? trials, CancellationToken cancellationToken)
    {
        var candidate = Fall == 0 ? ShopVariant.None : new ShopVariant(await ShopCalibration.SpinsAsync(Endpoint, Fall, records, cancellationToken));
        await ComparisonTrial.RepeatAsync(Name, trials ?? Trials, records, () => ComparisonTrial.RunAsync(
            Name, Shop(candidate).ComparedWith(Shop(ShopVariant.None)).Within(new() { MaxSlowdownPercent = LimitPercent }), Stopwatch.GetTimestamp(), cancellationToken));
    }

    private LoadTest Shop(ShopVariant variant) => IsPublished ? ShopLoad.Published(Endpoint, variant) : ShopLoad.Here(Endpoint, variant);
}
