namespace ThroughputKit.Trends;

/// <summary>
/// A folder of results, one file each. Files are only added, under names that no other has, so that branches, machines and tests at the same time add to one
/// folder without a conflict.
/// </summary>
internal static class ResultHistory
{
    private const string Unfinished = ".tmp";

    /// <summary>Adds a result, and creates the folder if it isn't there. A file appears whole or not at all.</summary>
    /// <param name="folder">The folder.</param>
    /// <param name="json">The result, as its <c>ToJson</c> returns it.</param>
    /// <param name="name">The name of the test.</param>
    /// <param name="time">When the result was measured.</param>
    /// <param name="commit">The commit that was measured; <see langword="null"/> if unknown.</param>
    /// <returns>The path of the file.</returns>
    /// <exception cref="IOException">The folder can't be written to, or the disk is full.</exception>
    /// <exception cref="UnauthorizedAccessException">The folder must not be written to.</exception>
    public static string Add(string folder, string json, string name, DateTimeOffset time, string? commit = null)
    {
        Directory.CreateDirectory(folder);
        var file = new HistoryFile(time, commit, name);
        for (var number = 1; ; number++)
        {
            var path = Path.Combine(folder, file.FileName(number));
            if (TryAdd(path, json))
            {
                return path;
            }
        }
    }

    /// <summary>Returns the paths of all results in a folder, in the order of their names.</summary>
    public static IEnumerable<string> Files(string folder) =>
        Directory.EnumerateFiles(folder, $"*{HistoryFile.Extension}").Order(StringComparer.Ordinal);

    // Who creates the unfinished file has the name: a file that is moved may replace one of another process.
    private static bool TryAdd(string path, string json)
    {
        var unfinished = path + Unfinished;
        try
        {
            using var claim = new FileStream(unfinished, FileMode.CreateNew, FileAccess.Write);
        }
        catch (IOException) when (File.Exists(unfinished) || File.Exists(path))
        {
            return false; // another test of this name ended in the same millisecond
        }

        try
        {
            var isFree = !File.Exists(path);
            if (isFree)
            {
                File.WriteAllText(unfinished, json);
                File.Move(unfinished, path);
            }

            return isFree;
        }
        finally
        {
            File.Delete(unfinished);
        }
    }
}
