namespace ThroughputKit;

/// <summary>Finds what was set more than once on something immutable, so that only the last would count.</summary>
internal static class SetTwice
{
    /// <param name="set">The names of all that was set, in any order. Not of what adds.</param>
    public static IEnumerable<Problem> Check(IEnumerable<string> set) =>
        from name in set.GroupBy(n => n, StringComparer.Ordinal)
        where name.Count() > 1
        select new Problem(
            $"There is more than one {name.Key}", "one",
            "Only the last would count. Put everything into one, and leave the others out. Does a helper that several tests share set it too?");
}
