using System.Diagnostics;
using System.Globalization;
using ThroughputKit;

namespace Verdicts.Shop;

/// <summary>Finds how often a shop must spin for its throughput to be lower by a share, as comparisons of half a minute see it.</summary>
internal static class ShopCalibration
{
    private const int Comparisons = 5;

    private static readonly TimeSpan _length = TimeSpan.FromSeconds(30);

    /// <summary>Gets how often, from the records if it is there.</summary>
    public static async Task<int> SpinsAsync(ShopEndpoint endpoint, double fall, Records records, CancellationToken cancellationToken)
    {
        var series = string.Create(CultureInfo.InvariantCulture, $"calibration: shop, {endpoint}, {fall:0%}");
        if (records.Of(series) is [.., var known])
        {
            return int.Parse(known.Verdict, CultureInfo.InvariantCulture);
        }

        var begun = Stopwatch.GetTimestamp();
        var spins = Scaled(First(endpoint), await RatioAsync(First(endpoint)));
        List<double> ratios = [];
        while (ratios.Count < Comparisons)
        {
            ratios.Add(await RatioAsync(spins));
        }

        var median = ratios.Order().ElementAt(Comparisons / 2);
        var note = string.Create(CultureInfo.InvariantCulture, $"{spins} spins took {string.Join(", ", ratios.Select(r => (1 - r).ToString("0.0%", CultureInfo.InvariantCulture)))}");
        Console.WriteLine($"{series}: {note}");
        spins = Scaled(spins, median);
        records.Add(new Record(series, TimeProvider.System.GetUtcNow(), spins.ToString(CultureInfo.InvariantCulture), Stopwatch.GetElapsedTime(begun).TotalSeconds, 1 - median, null, note));
        return spins;

        // A request takes longer by what is about proportional to the spins.
        int Scaled(int of, double ratio) => (int)(of * Math.Clamp(((1 / (1 - fall)) - 1) / Math.Max(0.001, (1 / ratio) - 1), 0.2, 5));

        async Task<double> RatioAsync(int count)
        {
            var result = await LoadTest.Compare(ShopLoad.Here(endpoint, ShopVariant.None), ShopLoad.Here(endpoint, new ShopVariant(count))).MaxDuration(_length).RunAsync(cancellationToken);
            cancellationToken.ThrowIfCancellationRequested();
            return result.RpsRatio?.Value ?? throw new InvalidOperationException($"There is no ratio: {result}");
        }
    }

    private static int First(ShopEndpoint endpoint) => endpoint switch
    {
        ShopEndpoint.List => 2_000,
        ShopEndpoint.Order => 8_000,
        _ => 400_000,
    };
}
