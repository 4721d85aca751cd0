namespace ThroughputKit.Baselines;

/// <summary>Where a file of baselines is. Beside the test's source or, where that isn't, as it lies in a folder above the tests.</summary>
/// <param name="Existing">The file, if there is one.</param>
/// <param name="New">Where to make it if there is none; <see langword="null"/> if that can't be told.</param>
/// <param name="Tried">Where it was looked for, as far as the folders exist.</param>
internal sealed record BaselinePlace(string? Existing, string? New, IReadOnlyList<string> Tried)
{
    private static readonly char[] _separators = ['/', '\\'];

    public static BaselinePlace Find(string file, string sourceFile) =>
        Find(file, sourceFile, AppContext.BaseDirectory, Directory.Exists, path => File.Exists(path) || Directory.Exists(path));

    /// <param name="file">The file as the test names it.</param>
    /// <param name="sourceFile">The test's source file as its compiler wrote it: not a path of this machine if it was built elsewhere, or as build servers do (<c>/_/tests/...</c>).</param>
    /// <param name="tests">The folder of the compiled tests.</param>
    /// <param name="isFolder">Whether a folder exists.</param>
    /// <param name="exists">Whether anything exists.</param>
    internal static BaselinePlace Find(string file, string sourceFile, string tests, Func<string, bool> isFolder, Func<string, bool> exists)
    {
        var beside = Path.IsPathRooted(sourceFile) ? Path.GetDirectoryName(sourceFile) : null;
        if (Path.IsPathRooted(file) || (beside is not null && isFolder(beside)))
        {
            var path = Path.GetFullPath(Path.Combine(beside ?? "", file));
            return new BaselinePlace(exists(path) ? path : null, path, [path]);
        }

        (string Path, bool IsBeside)[] all = [.. Candidates(file, sourceFile, tests).Where(c => isFolder(c.Folder)).Select(c => (Path.GetFullPath(Path.Combine(c.Folder, file)), c.IsBeside))];
        return new BaselinePlace(
            Array.Find(all, c => exists(c.Path)).Path,
            Array.Find(all, c => c.IsBeside).Path,
            [.. all.Select(c => c.Path).Distinct(StringComparer.Ordinal)]);
    }

    // The more of the source's path a folder has, the likelier it is the source's.
    private static IEnumerable<(string Folder, bool IsBeside)> Candidates(string file, string sourceFile, string tests)
    {
        var parts = sourceFile.Split(_separators, StringSplitOptions.RemoveEmptyEntries);
        var folders = parts.Length == 0 ? [] : parts[..^1];
        for (var skipped = 0; skipped <= folders.Length; skipped++)
        {
            for (var above = Path.TrimEndingDirectorySeparator(tests); above is not null; above = Path.GetDirectoryName(above))
            {
                yield return (Path.Combine([above, .. folders[skipped..]]), skipped < folders.Length);
            }
        }
    }
}
