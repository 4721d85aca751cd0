namespace ThroughputKit.Trends;

/// <summary>Shows hashes of commits by their first digits, where these tell them apart. Pure.</summary>
internal static class ShortCommits
{
    private const int Digits = 10;

    /// <summary>Returns the runs with their commits as they are shown.</summary>
    public static IEnumerable<TrendRun> ShownIn(IReadOnlyList<TrendRun> runs)
    {
        var hashes = runs.Select(r => r.Commit).Where(IsHash).Distinct(StringComparer.Ordinal).ToLookup(c => c![..Digits], StringComparer.Ordinal);
        return runs.Select(r => IsHash(r.Commit) && hashes[r.Commit![..Digits]].Count() == 1 ? r with { ShownCommit = r.Commit[..Digits] } : r);
    }

    // Other names, such as those of releases, say more as a whole.
    private static bool IsHash(string? commit) => commit is { Length: > Digits } && commit.All(char.IsAsciiHexDigit);
}
