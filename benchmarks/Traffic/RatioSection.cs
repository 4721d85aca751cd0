using System.Globalization;
using ThroughputKit;

namespace Traffic;

/// <summary>Loads beside plain requests, taking turns: the ratio of their throughputs, and what the generator allocates for the load.</summary>
internal static class RatioSection
{
    private const double MaxBytes = 1;

    private static readonly TimeSpan _warmUp = TimeSpan.FromMilliseconds(200);

    /// <returns>Whether no request failed, and the generator allocated no more than it may.</returns>
    public static async Task<bool> RunAsync(Settings settings, LoadTest app)
    {
        Console.WriteLine("Load                               Engine      RPS  Plain RPS  Ratio    95% interval  To reach  B/request  Load average");
        var passes = true;
        foreach (var engine in (LoadEngine[])[LoadEngine.Epoll, LoadEngine.Socket])
        {
            var on = app.With(o => (o.Engine, o.WarmUp, o.MaxWarmUp) = (engine, _warmUp, _warmUp));
            var (slices, rounds) = (LoadTest.Experiment().MeasureFor(settings.Slices), LoadTest.Experiment().InRounds(settings.Rounds));
            passes &= await RunAsync("mix of 20 beside a single request", $"{engine}", slices, Loads.Single(on), Loads.Mix(on), settings.Round, toReach: 0.9);
            var inRounds = on.With(o => o.Duration = settings.Round);
            passes &= await RunAsync("chain of five beside them unlinked", $"{engine}", rounds, Loads.Unlinked(inRounds), Loads.Chain(inRounds), settings.Round, toReach: 0.8);
        }

        Console.WriteLine();
        return passes;
    }

    private static async Task<bool> RunAsync(string name, string engine, LoadExperiment experiment, LoadTest plain, LoadTest load, TimeSpan round, double toReach)
    {
        await LongerAsync(plain, round); // warms both sides up
        await LongerAsync(load, round);
        var result = await experiment.Add(nameof(plain), plain).Add(nameof(load), load).RunAsync();
        var (rps, plainRps, ratio) = (result[nameof(load)].Rps, result[nameof(plain)].Rps, result[nameof(load)].Ratio);
        var bytes = (await LongerAsync(load, round)).Generator.AllocatedBytesPerRequest;
        var interval = string.Create(CultureInfo.InvariantCulture, $"{ratio?.Low:0.000} to {ratio?.High:0.000}");
        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"{name,-35}{engine,-8}{rps,7:N0}{plainRps,11:N0}{ratio?.Value,7:0.000}{interval,16}{toReach,10:0.0}{bytes,11:0.000}{Machine.Load,14}"));
        var failed = result.Variants.Sum(v => v.Failed);
        if (failed > 0)
        {
            Console.WriteLine($"{failed} requests failed.");
        }

        return failed == 0 && bytes <= MaxBytes;
    }

    private static Task<LoadResult> LongerAsync(LoadTest test, TimeSpan round) => test.With(o => o.Duration = 4 * round).RunAsync();
}
