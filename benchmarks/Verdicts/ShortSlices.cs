using System.Diagnostics;
using ThroughputKit.Comparison;

namespace Verdicts;

/// <summary>The same difference in the same apps by long slices and by short ones: whether short ones dilute it, or make more of it.</summary>
internal static class ShortSlices
{
    public const string Long = "10% slower, slices of 100 ms";
    public const string Short = "10% slower, slices of 10 ms";

    private const int Trials = 20;
    private const double Fall = 0.10;

    private static readonly TimeSpan _long = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan _placement = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan _length = TimeSpan.FromSeconds(10);

    public static async Task RunAsync(Records records, int? trials, CancellationToken cancellationToken)
    {
        var amount = await Calibration.AmountAsync(Slowness.Spin, Fall, records, cancellationToken);
        while (records.Of(Short).Count < (trials ?? Trials))
        {
            await using var app = await new SlowApp(Slowness.Spin, amount).StartAsync();
            await MeasureAsync(app, Long, _long, records, cancellationToken);
            await MeasureAsync(app, Short, SliceLength.Shortest, records, cancellationToken);
        }
    }

    private static async Task MeasureAsync(SlowApp app, string series, TimeSpan slice, Records records, CancellationToken cancellationToken)
    {
        var begun = Stopwatch.GetTimestamp();
        var ratio = LongRun.Ratio(await LongRun.MeasureAsync((app, "/plain"), (app, "/slow"), slice, _placement, _length, cancellationToken));
        records.Add(new Record(series, TimeProvider.System.GetUtcNow(), "", Stopwatch.GetElapsedTime(begun).TotalSeconds, ratio, null, null));
        Console.WriteLine($"{series} {records.Of(series).Count}: ratio {ratio:0.000}");
    }
}
