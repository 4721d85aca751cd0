using ThroughputKit;

namespace Engines;

/// <summary>Generators beside one another, a table for each number of connections.</summary>
internal static class GeneratorSection
{
    public static async Task RunAsync(Session session, Settings settings, string app, Uri address, IReadOnlyList<IGenerator> generators, int? inFlight = null)
    {
        foreach (var generator in generators)
        {
            await generator.RunAsync(address, settings.Path, 64, settings.Duration); // warms both sides up
        }

        foreach (var connections in settings.Connections)
        {
            await session.TableAsync(
                $"{app}: {connections} connections, {settings.Rounds} rounds of {settings.Duration.TotalSeconds} s, GET {settings.Path}, medians",
                () => MeasureAsync(settings, connections, generators.Select(g => (g, address)), inFlight));
        }
    }

    public static async Task<(string Text, object Figures)> MeasureAsync(Settings settings, int connections, IEnumerable<(IGenerator Generator, Uri Address)> generators, int? inFlight = null)
    {
        var experiment = generators.Aggregate(
            LoadTest.Experiment().InRounds(settings.Rounds),
            (e, g) => e.Add(g.Generator.Name, _ => g.Generator.RunAsync(g.Address, settings.Path, connections, settings.Duration)));
        var result = await experiment.RunAsync();
        return ($"{result}{Environment.NewLine}{Ratios.Write(result, inFlight)}", result.Variants);
    }
}
