namespace ThroughputKit;

/// <summary>Tells in what two loads differ, as far as only their counts show it: in their set rate, and the weights of their mix. Pure.</summary>
internal static class UnlikeLoads
{
    private const double Tolerated = 0.05;

    // Standard errors: a random order has other shares in each run.
    private const double Chance = 5;

    public static IEnumerable<string> Between(LoadResult one, LoadResult other)
    {
        if (one.Pacing is not null && other.Pacing is not null && HaveOtherRates(one, other))
        {
            yield return $"{Rate(one)}, and {Rate(other)}";
        }

        if (HasMix(one) && HasMix(other) && Mix(one).Select(m => m.Name).SequenceEqual(Mix(other).Select(m => m.Name), StringComparer.Ordinal)
            && Enumerable.Range(0, Mix(one).Length).MaxBy(i => Math.Abs(Share(one, i) - Share(other, i))) is var most
            && HaveOtherShares(one, other, most))
        {
            yield return $"{Describe(one, most)}, and {Describe(other, most)}";
        }
    }

    // One request is the edge of a window.
    private static bool HaveOtherRates(LoadResult one, LoadResult other)
    {
        var (rate, otherRate) = (PerSecond(one, one.Pacing!.Planned), PerSecond(other, other.Pacing!.Planned));
        return Math.Abs(rate - otherRate) > (Tolerated * Math.Max(rate, otherRate)) + PerSecond(one, 1) + PerSecond(other, 1);
    }

    private static string Rate(LoadResult run) => $"a rate of {Readable.Rate(PerSecond(run, run.Pacing!.Planned))} a second";

    private static double PerSecond(LoadResult run, double count) => run.Duration > TimeSpan.Zero ? count / run.Duration.TotalSeconds : 0;

    // Which steps a chain or a scenario takes depends on the app.
    private static (string Name, long Count)[] Mix(LoadResult run) => run.Kind.HasWeights ? [.. run.Endpoints.Select(e => (e.Name, e.Sent))]
        : [.. (run.Scenarios ?? []).Select(s => (s.Name, s.Iterations))];

    private static bool HasMix(LoadResult run) => Mix(run).Length > 1 && Count(run) > 0;

    // At the edges of a window, each connection may be anywhere in its order.
    private static bool HaveOtherShares(LoadResult one, LoadResult other, int member)
    {
        var (first, second, sent, otherSent) = (Share(one, member), Share(other, member), Count(one), Count(other));
        var both = ((first * sent) + (second * otherSent)) / (sent + otherSent);
        var error = Math.Sqrt(both * (1 - both) * ((1 / sent) + (1 / otherSent)));
        return Math.Abs(first - second) > (Tolerated * Math.Max(first, second)) + (Chance * error) + Edges(one) + Edges(other);
    }

    private static double Edges(LoadResult run) => run.InFlight * Math.Max(1, run.Runs.Count) / Count(run);

    private static string Describe(LoadResult run, int member) => $"a mix with {Readable.Percent(Share(run, member))} {Mix(run)[member].Name}";

    private static double Share(LoadResult run, int member) => Mix(run)[member].Count / Count(run);

    private static double Count(LoadResult run) => Mix(run).Sum(m => m.Count);
}
