using System.Diagnostics;

namespace Verdicts;

/// <summary>The same difference in the same apps by long slices and by short ones: whether short ones dilute it, or make more of it.</summary>
/// <param name="Name">What is slower, and how.</param>
/// <param name="Slowness">The way in which the candidate is slower.</param>
/// <param name="Amount">Finds out how much of it there is.</param>
/// <param name="LongMs">The length of a long slice in milliseconds.</param>
/// <param name="ShortMs">The length of a short slice in milliseconds: what a comparison chooses.</param>
internal sealed record ShortSlices(string Name, Slowness Slowness, Func<Records, CancellationToken, Task<double>> Amount, int LongMs, int ShortMs)
{
    private const int Trials = 20;

    private static readonly TimeSpan _length = TimeSpan.FromSeconds(10);

    public static ShortSlices[] All { get; } =
    [
        new("10% slower", Slowness.Spin, (records, token) => Calibration.AmountAsync(Slowness.Spin, 0.10, records, token), 100, 10),
        new("one request in twenty waits 3 ms", Slowness.Timer, (_, _) => Task.FromResult(3.0), 1_000, 10),
    ];

    public string Long => $"{Name}, slices of {LongMs} ms";

    public string Short => $"{Name}, slices of {ShortMs} ms";

    public async Task RunAsync(Records records, int? trials, CancellationToken cancellationToken)
    {
        var amount = await Amount(records, cancellationToken);
        while (records.Of(Short).Count < (trials ?? Trials))
        {
            await using var app = await new SlowApp(Slowness, amount).StartAsync();
            await MeasureAsync(app, Long, LongMs, records, cancellationToken);
            await MeasureAsync(app, Short, ShortMs, records, cancellationToken);
        }
    }

    private static async Task MeasureAsync(SlowApp app, string series, int milliseconds, Records records, CancellationToken cancellationToken)
    {
        var begun = Stopwatch.GetTimestamp();
        var slice = TimeSpan.FromMilliseconds(milliseconds);
        var ratio = LongRun.Ratio(await LongRun.MeasureAsync((app.Target, "/plain"), (app.Target, "/slow"), slice, placement: 10 * slice, _length, cancellationToken));
        records.Add(new Record(series, TimeProvider.System.GetUtcNow(), "", Stopwatch.GetElapsedTime(begun).TotalSeconds, ratio, null, null));
        Console.WriteLine($"{series} {records.Of(series).Count}: ratio {ratio:0.000}");
    }
}
