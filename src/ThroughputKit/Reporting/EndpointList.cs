using static System.FormattableString;

namespace ThroughputKit.Reporting;

/// <summary>The requests of a test as text, which stays short however many there are.</summary>
internal static class EndpointList
{
    private const int MaxNames = 5, MaxLines = 10;

    /// <summary>Names the requests in one line.</summary>
    public static string Heading(IReadOnlyList<EndpointFigures> endpoints) => Heading(endpoints, e => e.Name);

    /// <summary>Names things in one line.</summary>
    public static string Heading<T>(IReadOnlyList<T> all, Func<T, string> nameOf)
    {
        var named = all.Count <= MaxNames ? all.Count : MaxNames - 2;
        var names = string.Join(", ", all.Take(named).Select(nameOf));
        return named == all.Count ? names : Invariant($"{names} and {all.Count - named:N0} more");
    }

    /// <summary>Returns a line for each of several requests; of many, for those that need a look first.</summary>
    public static IEnumerable<string> Lines(IReadOnlyList<EndpointFigures> endpoints)
    {
        if (endpoints.Count <= MaxLines)
        {
            return endpoints.Count > 1 ? endpoints.Select(e => e.ToString()) : [];
        }

        var worst = endpoints.OrderByDescending(e => e.Failed).ThenByDescending(e => e.Latency.Mean).Take(MaxLines);
        return [.. worst.Select(e => e.ToString()), Invariant(
            $"{endpoints.Count - MaxLines:N0} more requests are left out here, with fewer failures or lower mean latency.")];
    }
}
