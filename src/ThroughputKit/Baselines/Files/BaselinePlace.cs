namespace ThroughputKit.Baselines.Files;

/// <summary>The location of a baseline file: the folder of the test's source, unless the test names a full path.</summary>
internal static class BaselinePlace
{
    public static string? Find(string file, string sourceFile) => Find(file, sourceFile, AppContext.BaseDirectory, File.Exists);

    /// <param name="file">The file, as named by the test.</param>
    /// <param name="sourceFile">The path of the test's source file, as recorded by the compiler.</param>
    /// <param name="tests">The folder of the compiled tests.</param>
    /// <param name="exists">Returns whether a file exists.</param>
    /// <returns>The path of the file, which may not exist; <see langword="null"/> if the source isn't on this machine.</returns>
    internal static string? Find(string file, string sourceFile, string tests, Func<string, bool> exists)
    {
        if (Path.IsPathRooted(file))
        {
            return Path.GetFullPath(file);
        }

        var source = Path.IsPathRooted(sourceFile) && exists(sourceFile) ? sourceFile
            : Ends(sourceFile).SelectMany(end => Above(tests).Select(folder => Path.Combine(folder, end))).FirstOrDefault(exists);
        return source is null ? null : Path.GetFullPath(Path.Combine(Path.GetDirectoryName(source)!, file));
    }

    // A build may write other folders than the source's: /_/ or /_1/ for a source root with ContinuousIntegrationBuild, anything else with PathMap.
    private static IEnumerable<string> Ends(string sourceFile)
    {
        var parts = sourceFile.Split('/', StringSplitOptions.RemoveEmptyEntries);
        return Enumerable.Range(1, Math.Max(0, parts.Length - 1)).Select(skipped => string.Join('/', parts[skipped..]));
    }

    private static IEnumerable<string> Above(string folder)
    {
        for (var above = folder; above is not null; above = Path.GetDirectoryName(above))
        {
            yield return above;
        }
    }
}
