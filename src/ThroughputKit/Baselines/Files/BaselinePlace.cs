namespace ThroughputKit.Baselines.Files;

/// <summary>
/// The location of a baseline file. It is next to the test's source or, if that folder doesn't exist, at the matching relative path in a folder above
/// the tests.
/// </summary>
/// <param name="Existing">The path of the file; <see langword="null"/> if it doesn't exist.</param>
/// <param name="New">The path for a new file if there is none; <see langword="null"/> if it can't be determined.</param>
/// <param name="Tried">The paths that were searched, as far as their folders exist.</param>
internal sealed record BaselinePlace(string? Existing, string? New, IReadOnlyList<string> Tried)
{
    private static readonly char[] _separators = ['/', '\\'];

    public static BaselinePlace Find(string file, string sourceFile) =>
        Find(file, sourceFile, AppContext.BaseDirectory, Directory.Exists, path => File.Exists(path) || Directory.Exists(path));

    /// <param name="file">The file, as named by the test.</param>
    /// <param name="sourceFile">
    /// The path of the test's source file, as recorded by the compiler. It isn't a path on this machine if the test was built elsewhere, or if it was built
    /// as on build servers (<c>/_/tests/...</c>).
    /// </param>
    /// <param name="tests">The folder of the compiled tests.</param>
    /// <param name="isFolder">Returns whether a folder exists.</param>
    /// <param name="exists">Returns whether a file or folder exists.</param>
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

    // The more of the source path a folder matches, the more likely it is the source folder. The longest matches come first.
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
