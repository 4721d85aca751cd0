namespace ThroughputKit.Baselines.Files;

/// <summary>The location of a baseline file: the folder of the test's source, unless the test names a full path.</summary>
internal static class BaselinePlace
{
    // Builds with ContinuousIntegrationBuild write this for the root of the repository.
    private const string Root = "/_/";

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

        var source = sourceFile.StartsWith(Root, StringComparison.Ordinal)
            ? Above(tests).Select(root => Path.Combine(root, sourceFile[Root.Length..])).FirstOrDefault(exists)
            : sourceFile;
        return Path.IsPathRooted(source) && exists(source) ? Path.GetFullPath(Path.Combine(Path.GetDirectoryName(source)!, file)) : null;
    }

    private static IEnumerable<string> Above(string folder)
    {
        for (var above = folder; above is not null; above = Path.GetDirectoryName(above))
        {
            yield return above;
        }
    }
}
