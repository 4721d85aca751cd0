using ThroughputKit;

namespace Traffic;

/// <summary>A run that reports its progress beside one that doesn't, in rounds of one each: the ratio of their throughputs, and what the reports allocate.</summary>
internal static class ProgressSection
{
    private const double ToReach = 0.99;

    private static readonly TimeSpan _window = TimeSpan.FromSeconds(2.2); // with two reports
    private static readonly TimeSpan _warmUp = TimeSpan.FromMilliseconds(200);

    /// <returns>Whether no request failed, and the generator allocated no more than it may.</returns>
    public static async Task<bool> RunAsync(Settings settings, LoadTest app)
    {
        Console.WriteLine(RatioSection.Heading);
        var passes = true;
        foreach (var engine in (LoadEngine[])[LoadEngine.Epoll, LoadEngine.Socket])
        {
            var test = Loads.Single(app.With(o => (o.Engine, o.WarmUp, o.MaxWarmUp, o.Duration) = (engine, _warmUp, _warmUp, _window)));
            await test.RunAsync(new Lines()); // warms the kit up
            List<double> bytes = [];
            var result = await LoadTest.Experiment()
                .Add("off", async cancellationToken => LoadSample.From(await test.RunAsync(cancellationToken)))
                .Add("on", async cancellationToken =>
                {
                    var run = await test.RunAsync(new Lines(), cancellationToken);
                    bytes.Add(run.Generator.AllocatedBytesPerRequest ?? 0);
                    return LoadSample.From(run);
                })
                .InRounds(settings.ProgressRounds)
                .RunAsync();
            passes &= RatioSection.Show("a run with progress beside without", $"{engine}", result, "off", "on", bytes.Max(), ToReach);
        }

        Console.WriteLine();
        return passes;
    }

    // What a console would get.
    private sealed class Lines : IProgress<LoadProgress>
    {
        public void Report(LoadProgress value) => TextWriter.Null.WriteLine(value.ToString());
    }
}
