using System.Globalization;
using System.Text.RegularExpressions;
using ThroughputKit.Reports;

namespace ThroughputKit.Tests.Reports.Charts;

/// <summary>Collections, and memory by generation, over time.</summary>
public partial class MemoryChartTests
{
    private const string Title = "Memory by generation over time";

    private static readonly LoadResult _run = ReportSamples.Run();

    [Fact]
    public void Has_an_area_for_each_generation_the_largest_one_behind()
    {
        var svg = Draw(_run.Intervals);

        double[] highest = [.. Area().Matches(svg).Select(m => Height().Matches(m.Value).Min(h => double.Parse(h.Groups[1].Value, CultureInfo.InvariantCulture)))];
        Assert.Equal(4, highest.Length);
        Assert.Equal(highest.Order(), highest); // of the picture, whose zero is above
        Assert.All(["gen 0", "gen 1", "gen 2", "large"], name => Assert.Contains($">{name}</text>", svg, StringComparison.Ordinal));
        Assert.Equal(2, Triangles(svg));
    }

    [Fact]
    public void Generation_2_collections_are_marked_over_time_and_all_are_told()
    {
        var charts = TimeCharts.Of(_run).ToArray();

        Assert.EndsWith(
            " Triangles mark generation 2 collections. Collections of generation 0, 1 and 2: 33, 5 and 2.", charts[0].Finding, StringComparison.Ordinal);
        Assert.All(charts, c => Assert.Equal(2, Triangles(Drawing.Of(c, "c", new Detail(100, 300, 2_000, 300)))));
        Assert.StartsWith("After the last collection, generation 2 has ", charts.Single(c => c.Title == Title).Finding, StringComparison.Ordinal);
    }

    [Fact]
    public void Without_a_collection_there_is_no_chart_but_that_is_told()
    {
        var quiet = _run.Intervals.Select(i => i with { Memory = i.Memory!.WithCollectionsOf([]) });

        var charts = TimeCharts.Of(_run with { Intervals = [.. quiet] }).ToArray();

        Assert.DoesNotContain(charts, c => c.Title == Title);
        Assert.EndsWith(" There was no garbage collection.", charts[0].Finding, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(true, " Collections over time are not known: the app has a process of its own.")]
    [InlineData(false, " s.")]
    public void What_is_not_known_is_told_of_an_app_in_its_own_process(bool isAlone, string end)
    {
        var charts = TimeCharts.Of(_run with { IsAppAlone = isAlone, Intervals = [.. _run.Intervals.Select(i => i with { Memory = null })] }).ToArray();

        Assert.DoesNotContain(charts, c => c.Title == Title);
        Assert.EndsWith(end, charts[0].Finding, StringComparison.Ordinal);
        Assert.All(charts, c => Assert.Equal(0, Triangles(Drawing.Of(c, "c", new Detail(100, 300, 2_000, 300)))));
    }

    [Fact]
    public void Is_short_however_long_the_run() =>
        Assert.InRange(Draw(ReportSamples.Intervals(512, TimeSpan.FromSeconds(1), 250)).Length, 1_000, 10_000);

    private static string Draw(IReadOnlyList<LoadInterval> intervals) => Drawing.Of(
        TimeCharts.Of(_run with { Intervals = intervals }).Single(c => c.Title == Title), "c", new Detail(100, 300, 2_000, 300));

    private static int Triangles(string svg) => Collected().Match(svg).Value.Count(c => c == 'M');

    [GeneratedRegex("<path d=\"M[^\"]*V172Z\"/>")]
    private static partial Regex Area();

    [GeneratedRegex("V([0-9.]+)")]
    private static partial Regex Height();

    [GeneratedRegex("<g class=\"collected\".*?</g>")]
    private static partial Regex Collected();
}
