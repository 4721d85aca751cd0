using static System.FormattableString;

namespace ThroughputKit.Reporting;

/// <summary>Describes what an app does for a request.</summary>
internal static class CountText
{
    private const int MaxItems = 5;
    private const int LongestItem = 160;

    /// <summary>Returns the line for a summary.</summary>
    public static string Line(CountFigures counts)
    {
        var all = CountedWork.All.ToLookup(w => w.Count(counts) is not null);
        var known = string.Join(", ", all[true].Select(w => $"{Show(w, w.Count(counts)!.Value)} {w.Name}{NowAndThen(w, counts)}"));
        var unknown = all[false].GroupBy(w => counts.WhyUnknown.GetValueOrDefault(w.Kind, ""), StringComparer.Ordinal).Select(g =>
            $"Not known: {string.Join(", ", g.Select(w => w.Name))}. {g.Key}".Trim(' ', '.'));
        return string.Join(". ", [.. known.Length > 0 ? [$"{known} per request"] : Array.Empty<string>(), .. unknown]);
    }

    /// <summary>Returns the most frequent of what was counted, as a failed gate shows them; empty if there is nothing.</summary>
    public static string Detail(CountFigures counts, CountedWork work) => work.Items(counts) is not { Count: > 0 } items ? ""
        : string.Join(Environment.NewLine, [work.Heading, .. items.Take(MaxItems).Select(i => $"    {Show(i.PerRequest)} x {Cut(i.Text)}")]);

    // What depends on the machine isn't worth more digits.
    private static string Show(CountedWork work, double count) => CountedWork.Exact.Contains(work) ? Show(count) : Invariant($"{count:#,0.0#}");

    // A count that few windows have is that of few requests, or of other work in the process.
    private static string NowAndThen(CountedWork work, CountFigures counts) => work.Count(counts) != 0 || work.Items(counts) is not [var most, ..] ? ""
        : $" (now and then {Show(most.PerRequest)} x {Cut(most.Text)})";

    public static string Show(double count) => Invariant($"{count:#,0.0##}");

    /// <summary>Returns a text that is short enough for a message.</summary>
    public static string Cut(string text) => text.Length <= LongestItem ? text : string.Concat(text.AsSpan(0, LongestItem), "...");
}
