using System.Globalization;
using ThroughputKit;

namespace Engines;

/// <summary>Set rates, as shares of what the app can do: how exactly they are kept.</summary>
internal static class RateSection
{
    private const int Connections = 64;

    private static readonly double[] _shares = [0.25, 0.5, 0.75];

    public static async Task RunAsync(Session session, Settings settings, Uri address, IReadOnlyList<LoadEngine> engines)
    {
        var test = LoadTest.Against(address).Get(settings.Path).With(o =>
            (o.Connections, o.Duration, o.WarmUp, o.MaxWarmUp) = (Connections, settings.Duration, TimeSpan.FromMilliseconds(500), TimeSpan.FromMilliseconds(500)));
        await session.TableAsync(
            $"App in another process, set rates: {Connections} connections, {settings.Rounds} rounds of {settings.Duration.TotalSeconds} s, GET {settings.Path}, medians; lateness in ms",
            () => MeasureAsync(settings, test, engines));
    }

    private static async Task<(string Text, object Figures)> MeasureAsync(Settings settings, LoadTest test, IReadOnlyList<LoadEngine> engines)
    {
        var capacity = (await LoadTest.Experiment().InRounds(3).Add("capacity", test).Add("again", test).RunAsync())["capacity"].Rps;
        var rows = new List<RateRow>();
        var experiment = LoadTest.Experiment().InRounds(settings.Rounds);
        foreach (var engine in engines)
        {
            foreach (var share in _shares)
            {
                var row = new RateRow(engine, share, Math.Round(share * capacity));
                rows.Add(row);
                experiment = experiment.Add($"{engine} {share}", async cancellationToken =>
                {
                    var result = await test.AtRate(row.Rate).With(o => o.Engine = engine).RunAsync(cancellationToken);
                    row.Add(result);
                    return LoadSample.From(result);
                });
            }
        }

        await experiment.RunAsync();
        IEnumerable<string> lines =
        [
            string.Create(CultureInfo.InvariantCulture, $"Capacity: {capacity:N0} RPS, closed loop"),
            RateRow.Header, .. rows.Select(r => r.ToString()), "",
        ];
        return (string.Join(Environment.NewLine, lines), rows);
    }
}
