using System.Diagnostics;
using System.Globalization;
using System.Text.Json;

namespace Verdicts;

/// <summary>The rule alone, against noise like that of slices that were recorded on this machine.</summary>
internal static class Simulation
{
    public const string Name = "simulated";

    private const string Recorded = "recorded noise";
    private const int Trials = 100_000;
    private const double Limit = 0.05;

    private static readonly TimeSpan _recording = TimeSpan.FromSeconds(60);

    public static async Task RunAsync(Records records, int? trials, CancellationToken cancellationToken)
    {
        var noise = await NoiseAsync(records, cancellationToken);
        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"Noise of a slice: deviation {noise.Deviation:0.0%}, correlation {noise.Correlation:0.00}, kurtosis {noise.Kurtosis:0.0}, drift {noise.Drift:0.0%} a second, {noise.Quads} values in a comparison of full length"));
        foreach (var family in NoiseFamily.Of(noise.Deviation, noise.Correlation))
        {
            Try(family, "at the limit", Limit);
            Try(family, "no slowdown", 0);
        }

        void Try(NoiseFamily family, string what, double slowdown)
        {
            var series = $"{Name}, {family.Name}, {what}";
            var count = trials ?? Trials;
            if (records.Of(series) is [.., var known])
            {
                Console.WriteLine($"{series}: {known.Note}");
                return;
            }

            var begun = Stopwatch.GetTimestamp();
            var (passed, failed) = Simulator.Run(family, slowdown, Limit, noise.Quads, count, seed: 1);
            var note = string.Create(CultureInfo.InvariantCulture, $"of {count:N0} trials {failed:N0} failed ({(double)failed / count:0.000%}), {passed:N0} passed ({(double)passed / count:0.00%})");
            records.Add(new Record(series, TimeProvider.System.GetUtcNow(), "", Stopwatch.GetElapsedTime(begun).TotalSeconds, (double)failed / count, null, note));
            Console.WriteLine($"{series}: {note}");
        }
    }

    private static async Task<Noise> NoiseAsync(Records records, CancellationToken cancellationToken)
    {
        if (records.Of(Recorded) is [.., var known])
        {
            return JsonSerializer.Deserialize<Noise>(known.Note!)!;
        }

        await using var app = await new SlowApp(Slowness.None, 0).StartAsync();
        var pairs = await LongRun.MeasureAsync(app, "/plain", "/twin", ThroughputKit.Comparison.SliceLength.Shortest, _recording, cancellationToken);
        var noise = Noise.Of(pairs, _recording);
        records.Add(new Record(Recorded, TimeProvider.System.GetUtcNow(), "", _recording.TotalSeconds, noise.Deviation, null, JsonSerializer.Serialize(noise)));
        return noise;
    }
}
