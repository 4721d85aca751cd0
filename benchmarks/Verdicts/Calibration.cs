using System.Diagnostics;
using System.Globalization;

namespace Verdicts;

/// <summary>Finds the amount of a slowness at which throughput falls by a share in a long run.</summary>
internal static class Calibration
{
    private static readonly TimeSpan _slice = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan _step = TimeSpan.FromSeconds(16);
    private static readonly TimeSpan _last = TimeSpan.FromSeconds(40);

    /// <summary>Gets the amount, from the records if it is there.</summary>
    public static async Task<double> AmountAsync(Slowness slowness, double fall, Records records, CancellationToken cancellationToken)
    {
        var series = $"calibration: {slowness} {fall:0%}";
        if (records.Of(series) is [.., var known])
        {
            return double.Parse(known.Verdict, CultureInfo.InvariantCulture);
        }

        // A request takes longer by what is proportional to the amount.
        var begun = Stopwatch.GetTimestamp();
        var amount = First(slowness);
        double ratio = 1;
        for (var step = 0; step < 4; step++)
        {
            ratio = await RatioAsync(slowness, amount, step == 3 ? _last : _step, cancellationToken);
            if (step < 3)
            {
                amount *= ((1 / (1 - fall)) - 1) / Math.Max(0.005, (1 / ratio) - 1);
            }
        }

        records.Add(new Record(series, TimeProvider.System.GetUtcNow(), amount.ToString("R", CultureInfo.InvariantCulture), Stopwatch.GetElapsedTime(begun).TotalSeconds, 1 - ratio, null, null));
        return amount;
    }

    private static async Task<double> RatioAsync(Slowness slowness, double amount, TimeSpan length, CancellationToken cancellationToken)
    {
        await using var app = await new SlowApp(slowness, amount).StartAsync();
        return LongRun.Ratio(await LongRun.MeasureAsync(app, "/plain", "/slow", _slice, length, cancellationToken));
    }

    private static double First(Slowness slowness) => slowness switch
    {
        Slowness.Spin => 60,
        Slowness.Lock => 40,
        Slowness.Allocation => 4,
        Slowness.Yield => 1,
        _ => 0.005,
    };
}
