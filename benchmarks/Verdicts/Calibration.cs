using System.Diagnostics;
using System.Globalization;
using ThroughputKit;

namespace Verdicts;

/// <summary>
/// Finds the amount of a slowness at which throughput falls by a share in long runs. One app differs from the next by a percent and more,
/// so it is the median of several, each with an app of its own.
/// </summary>
internal static class Calibration
{
    private const int Apps = 7;

    private static readonly TimeSpan _slice = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan _placement = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan _length = TimeSpan.FromSeconds(20);

    /// <summary>Gets the amount, from the records if it is there.</summary>
    public static Task<double> AmountAsync(Slowness slowness, double fall, Records records, CancellationToken cancellationToken) =>
        FindAsync($"calibration: {slowness} {fall:0%}", First(slowness), Apps, fall, records, amount => RatioAsync(slowness, amount, cancellationToken));

    /// <summary>Finds the amount at which throughput falls by a share, from the records if it is there.</summary>
    /// <param name="series">What the record is called.</param>
    /// <param name="first">The amount that is tried first.</param>
    /// <param name="times">How often it is tried near the aim.</param>
    /// <param name="fall">The share.</param>
    /// <param name="records">The records.</param>
    /// <param name="ratioAsync">Measures which share of the throughput is left with an amount.</param>
    public static async Task<double> FindAsync(string series, double first, int times, double fall, Records records, Func<double, Task<double>> ratioAsync)
    {
        if (records.Of(series) is [.., var known])
        {
            return double.Parse(known.Verdict, CultureInfo.InvariantCulture);
        }

        // A request takes longer by what is about proportional to the amount; runs near the aim tell most.
        var begun = Stopwatch.GetTimestamp();
        var aim = Scaled(first, await ratioAsync(first));
        List<double> ratios = [];
        while (ratios.Count < times)
        {
            ratios.Add(await ratioAsync(aim));
        }

        var median = ratios.Order().ElementAt(times / 2);
        var amount = Scaled(aim, median);
        var note = string.Create(CultureInfo.InvariantCulture, $"an amount of {aim:0.####} took {string.Join(", ", ratios.Select(r => (1 - r).ToString("0.0%", CultureInfo.InvariantCulture)))}");
        Console.WriteLine($"{series}: {note}");
        records.Add(new Record(
            series, TimeProvider.System.GetUtcNow(), amount.ToString("R", CultureInfo.InvariantCulture), Stopwatch.GetElapsedTime(begun).TotalSeconds, 1 - median, null, note));
        return amount;

        double Scaled(double of, double ratio) => of * Math.Clamp(((1 / (1 - fall)) - 1) / Math.Max(0.001, (1 / ratio) - 1), 0.2, 5);
    }

    /// <summary>Gets by how many milliseconds a few requests wait longer for a p99 that is higher by a share in a long run, from the records if it is there.</summary>
    public static async Task<double> TailAsync(int? connections, double rise, Records records, CancellationToken cancellationToken)
    {
        var series = $"calibration: tail {rise:0%}, {connections} connections";
        if (records.Of(series) is [.., var known])
        {
            return double.Parse(known.Verdict, CultureInfo.InvariantCulture);
        }

        for (var extra = 1; ; extra++)
        {
            await using var app = await new SlowApp(Slowness.Tail, extra).StartAsync();
            var (steady, tail) = (await P99Async("/steady"), await P99Async("/tail"));
            if (tail / steady - 1 is var found && found >= rise)
            {
                var note = string.Create(CultureInfo.InvariantCulture, $"{extra} ms more for 1.2% of the requests: p99 {steady.TotalMilliseconds:0.00} and {tail.TotalMilliseconds:0.00} ms");
                Console.WriteLine($"{series}: {note}");
                records.Add(new Record(series, TimeProvider.System.GetUtcNow(), $"{extra}", 0, found, null, note));
                return extra;
            }

            async Task<TimeSpan> P99Async(string path) => (await LoadTest.For(app.Host).Get(path)
                .With(o => (o.Connections, o.Duration) = (connections ?? o.Connections, connections == 1 ? _length : _length / 4)).RunAsync(cancellationToken)).Latency.P99;
        }
    }

    private static async Task<double> RatioAsync(Slowness slowness, double amount, CancellationToken cancellationToken)
    {
        await using var app = await new SlowApp(slowness, amount).StartAsync();
        return LongRun.Ratio(await LongRun.MeasureAsync((app.Target, "/plain"), (app.Target, "/slow"), _slice, _placement, _length, cancellationToken));
    }

    private static double First(Slowness slowness) => slowness switch
    {
        Slowness.Spin => 75,
        Slowness.Lock => 40,
        Slowness.Allocation => 4,
        Slowness.Yield => 1,
        Slowness.Timer => 3,
        _ => 0.005,
    };
}
