using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using ThroughputKit;

namespace Verdicts;

/// <summary>The rule alone, against noise like that of slices that were recorded on this machine.</summary>
internal static class Simulation
{
    public const string Name = "simulated";

    private const int AttemptTrials = 20_000;
    private const string Recorded = "recorded noise";
    private const int Trials = 100_000;
    private const double Limit = 0.05;

    private static readonly TimeSpan _fullLength = TimeSpan.FromSeconds(16);

    public static async Task RunAsync(Records records, int? trials, CancellationToken cancellationToken)
    {
        var noise = await NoiseAsync(records, cancellationToken);
        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"Noise of a slice: deviation {noise.Deviation:0.0%}, correlation {noise.Correlation:0.00}, kurtosis {noise.Kurtosis:0.0}; of a placement {noise.Persistent.Placement:0.00%}; of a pair of apps {noise.Persistent.Apps:0.00%}; {noise.Persistent.Blocks} blocks to a placement, {noise.Persistent.Placements} placements to a pass"));
        foreach (var family in NoiseFamily.Of(noise.Deviation, noise.Correlation))
        {
            Try(family, "at the limit", Limit);
            Try(family, "no slowdown", 0);
        }

        await AttemptsAsync(trials ?? AttemptTrials, cancellationToken);

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
            var (passed, failed) = Simulator.Run(family, noise.Persistent, slowdown, Limit, count, seed: 1);
            var note = string.Create(CultureInfo.InvariantCulture, $"of {count:N0} trials {failed:N0} failed ({(double)failed / count:0.000%}), {passed:N0} passed ({(double)passed / count:0.00%})");
            records.Add(new Record(series, TimeProvider.System.GetUtcNow(), "", Stopwatch.GetElapsedTime(begun).TotalSeconds, (double)failed / count, null, note));
            Console.WriteLine($"{series}: {note}");
        }
    }

    private static async Task AttemptsAsync(int trials, CancellationToken cancellationToken)
    {
        var any = await LoadTest.BuiltIn.With(o => (o.WarmUp, o.Duration) = (TimeSpan.Zero, TimeSpan.FromMilliseconds(100))).RunAsync(cancellationToken);
        var simulator = new AttemptSimulator(any);
        foreach (var deviation in new[] { 0.05, 0.10, 0.15 })
        {
            foreach (var times in new[] { 1.0, 1.3, 1.5 })
            {
                var (passed, failed, atOnce) = simulator.Run(times, deviation, trials);
                Console.WriteLine(string.Create(
                    CultureInfo.InvariantCulture,
                    $"{Name}, absolute gates, runs differ by {deviation:0%}, {times:0.0} times the limit: {(double)passed / trials:0.0%} passed, {(double)atOnce / trials:0%} at the first attempt, {(double)failed / trials:0.0%} failed"));
            }
        }
    }

    private static async Task<Noise> NoiseAsync(Records records, CancellationToken cancellationToken)
    {
        if (records.Of(Recorded) is [.., var known])
        {
            return JsonSerializer.Deserialize<Noise>(known.Note!)!;
        }

        var apps = await Pairs.MeasureAsync(Between.Apps, cancellationToken);
        var noise = Noise.Of(apps, (int)Math.Round(apps.Average(a => a.Count) * (_fullLength / Pairs.Length)));
        records.Add(new Record(Recorded, TimeProvider.System.GetUtcNow(), "", apps.Count * Pairs.Length.TotalSeconds, noise.Deviation, null, JsonSerializer.Serialize(noise)));
        return noise;
    }
}
