using ThroughputKit.Counting;
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
        (CountKind Kind, double? Count, string What)[] all =
        [
            (CountKind.DatabaseCommands, counts.DatabaseCommandsPerRequest, "database commands"),
            (CountKind.HttpRequests, counts.HttpRequestsPerRequest, "HTTP requests"),
            (CountKind.Exceptions, counts.ExceptionsPerRequest, "exceptions"),
            (CountKind.LockContentions, counts.LockContentionsPerRequest, "contended locks"),
            (CountKind.PoolItems, counts.PoolItemsPerRequest, "items of the thread pool"),
            (CountKind.Collections, counts.CollectionsPerRequest, "collections"),
        ];
        var known = string.Join(", ", all.Where(c => c.Count is not null).Select(c => $"{Show(c.Kind, c.Count!.Value)} {c.What}"));
        var unknown = all.Where(c => c.Count is null).GroupBy(c => counts.WhyUnknown.GetValueOrDefault(c.Kind, ""), StringComparer.Ordinal).Select(g =>
            $"Not known: {string.Join(", ", g.Select(c => c.What))}. {g.Key}".TrimEnd());
        return string.Join(". ", [.. known.Length > 0 ? [$"{known} per request"] : Array.Empty<string>(), .. unknown]);
    }

    /// <summary>Returns the most frequent of what was counted, as a failed gate shows them; empty if there is nothing.</summary>
    public static string Detail(CountFigures counts, CountKind kind)
    {
        var (heading, items) = kind switch
        {
            CountKind.DatabaseCommands => ("The most frequent commands, per request:", counts.DatabaseCommands),
            CountKind.HttpRequests => ("The requests go to, per request:", counts.HttpRequests),
            CountKind.Exceptions => ("Their types, per request:", counts.Exceptions),
            _ => ("", []),
        };
        return items.Count == 0 ? ""
            : string.Join(Environment.NewLine, [heading, .. items.Take(MaxItems).Select(i => $"    {Show(i.PerRequest)} x {Cut(i.Text)}")]);
    }

    // What depends on the machine isn't worth more digits.
    private static string Show(CountKind kind, double count) => kind <= CountKind.Exceptions ? Show(count) : Invariant($"{count:#,0.0#}");

    public static string Show(double count) => Invariant($"{count:#,0.0##}");

    /// <summary>Returns a text that is short enough for a message.</summary>
    public static string Cut(string text) => text.Length <= LongestItem ? text : string.Concat(text.AsSpan(0, LongestItem), "...");
}
