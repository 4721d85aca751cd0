using System.Diagnostics;
using System.Globalization;

namespace Verdicts;

/// <summary>Finds the amount of a slowness at which throughput falls by a share in a long run: slices of half a second over minutes.</summary>
internal static class Calibration
{
    private const double Tolerance = 0.005;
    private const int MostSteps = 6;

    private static readonly TimeSpan _slice = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan _step = TimeSpan.FromSeconds(30);

    /// <summary>Gets the amount, from the records if it is there.</summary>
    public static async Task<double> AmountAsync(Slowness slowness, double fall, Records records, CancellationToken cancellationToken)
    {
        var series = $"calibration: {slowness} {fall:0%}";
        if (records.Of(series) is [.., var known])
        {
            return double.Parse(known.Verdict, CultureInfo.InvariantCulture);
        }

        // A request takes longer by what is about proportional to the amount; steps near the aim tell most.
        var begun = Stopwatch.GetTimestamp();
        var amount = First(slowness);
        double measured = 0;
        for (var step = 0; step < MostSteps; step++)
        {
            var ratio = await RatioAsync(slowness, amount, cancellationToken);
            measured = 1 - ratio;
            Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{series}: an amount of {amount:0.####} takes {measured:0.0%}"));
            if (Math.Abs(measured - fall) <= Tolerance)
            {
                break;
            }

            amount *= Math.Clamp(((1 / (1 - fall)) - 1) / Math.Max(0.001, (1 / ratio) - 1), 0.2, 5);
        }

        records.Add(new Record(
            series, TimeProvider.System.GetUtcNow(), amount.ToString("R", CultureInfo.InvariantCulture), Stopwatch.GetElapsedTime(begun).TotalSeconds, measured, null, null));
        return amount;
    }

    private static async Task<double> RatioAsync(Slowness slowness, double amount, CancellationToken cancellationToken)
    {
        await using var app = await new SlowApp(slowness, amount).StartAsync();
        return LongRun.Ratio(await LongRun.MeasureAsync(app, "/plain", "/slow", _slice, _step, cancellationToken));
    }

    private static double First(Slowness slowness) => slowness switch
    {
        Slowness.Spin => 75,
        Slowness.Lock => 40,
        Slowness.Allocation => 4,
        Slowness.Yield => 1,
        _ => 0.005,
    };
}
