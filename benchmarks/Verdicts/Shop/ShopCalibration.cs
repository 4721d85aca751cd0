using System.Globalization;

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
        return (int)await Calibration.FindAsync(series, First(endpoint), Comparisons, fall, records, RatioAsync);

        async Task<double> RatioAsync(double spins)
        {
            var result = await ShopLoad.Here(endpoint, new ShopVariant((int)spins)).ComparedWith(ShopLoad.Here(endpoint, ShopVariant.None)).MeasureFor(_length).RunAsync(cancellationToken);
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
