using System.Globalization;
using ThroughputKit;

namespace Traffic;

/// <summary>Loads beside plain requests, taking turns: the ratio of their throughputs, and what the generator allocates for the load.</summary>
internal static class RatioSection
{
    public const string Heading = "Load                               Engine      RPS  Plain RPS  Ratio    95% interval  To reach  B/request  Load average";

    private const double MaxBytes = 1;

    private static readonly TimeSpan _warmUp = TimeSpan.FromMilliseconds(200);

    /// <returns>Whether no request failed, and the generator allocated no more than it may.</returns>
    public static async Task<bool> RunAsync(Settings settings, LoadTest app)
    {
        Console.WriteLine(Heading);
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
        return Show(name, engine, result, nameof(plain), nameof(load), (await LongerAsync(load, round)).Generator.AllocatedBytesPerRequest, toReach);
    }

    /// <summary>Shows a row of the table.</summary>
    /// <param name="name">What is measured.</param>
    /// <param name="engine">The engine.</param>
    /// <param name="result">The two, measured in turns.</param>
    /// <param name="plain">The name of the one that the other is compared with.</param>
    /// <param name="load">The name of the other.</param>
    /// <param name="bytes">What the generator allocates for a request of the load; <see langword="null"/> if unknown.</param>
    /// <param name="toReach">The ratio to reach.</param>
    /// <returns>Whether no request failed, and the generator allocated no more than it may.</returns>
    public static bool Show(string name, string engine, LoadExperimentResult result, string plain, string load, double? bytes, double toReach)
    {
        var (rps, plainRps, ratio) = (result[load].Rps, result[plain].Rps, result[load].Ratio);
        var interval = string.Create(CultureInfo.InvariantCulture, $"{ratio?.Low:0.000} to {ratio?.High:0.000}");
        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"{name,-35}{engine,-8}{rps,7:N0}{plainRps,11:N0}{ratio?.Value,7:0.000}{interval,16}{toReach,10:0.0#}{bytes,11:0.000}{Machine.Load,14}"));
        var failed = result.Variants.Sum(v => v.Failed);
        if (failed > 0)
        {
            Console.WriteLine($"{failed} requests failed.");
        }

        return failed == 0 && bytes <= MaxBytes;
    }

    private static Task<LoadResult> LongerAsync(LoadTest test, TimeSpan round) => test.With(o => o.Duration = 4 * round).RunAsync();
}
