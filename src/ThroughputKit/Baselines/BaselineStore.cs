namespace ThroughputKit.Baselines;

/// <summary>Reads and writes files of baselines.</summary>
internal static class BaselineStore
{
    // A test takes less than a kilobyte for each of its requests.
    internal const int MostBytes = 16 * 1024 * 1024;

    private static readonly Lock _writing = new();

    /// <summary>Reads a file, which may not be there.</summary>
    public static BaselineReading Read(string path)
    {
        try
        {
            var file = new FileInfo(path);
            return Directory.Exists(path) ? Wrong($"The baseline {path} is a folder", "a file", "Name a file in it.")
                : !file.Exists ? new BaselineReading(null, null)
                : file.Length > MostBytes ? Wrong(FormattableString.Invariant($"The baseline file {path} has {file.Length:N0} B"), FormattableString.Invariant($"at most {MostBytes:N0} B"), "Is another file meant? Or give each test class a file of its own.")
                : BaselineText.Read(File.ReadAllBytes(path), path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return Wrong($"The baseline file {path} can't be read: {e.Message}", "a file that this user can read", "Does another program have it open?");
        }
    }

    /// <summary>Changes a file, from what it has at that moment, or makes it.</summary>
    /// <exception cref="LoadTestException">It is no file of baselines, or can't be written.</exception>
    public static void Change(string path, Func<IReadOnlyDictionary<string, BaselineEntry>, IReadOnlyDictionary<string, BaselineEntry>?> change)
    {
        lock (_writing)
        {
            var read = Read(path);
            if (read.Problem is { } problem)
            {
                throw new LoadTestException(problem);
            }

            if (change(read.Document?.Tests ?? BaselineDocument.None) is { } changed)
            {
                Write(path, BaselineText.Write(new BaselineDocument { Tests = changed }));
            }
        }
    }

    // In one step, so that a process that is killed leaves the old file or the new one.
    private static void Write(string path, byte[] bytes)
    {
        var temporary = $"{path}.{Guid.NewGuid():N}.tmp";
        try
        {
            Directory.CreateDirectory(Path.GetDirectoryName(path)!);
            File.WriteAllBytes(temporary, bytes);
            File.Move(temporary, path, overwrite: true);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            TryDelete(temporary);
            throw new LoadTestException(
                new Problem($"The baseline file {path} can't be written: {e.Message}", "a file that this user can write", "Are the sources read-only here? Approve where they can be committed."), e);
        }
    }

    private static void TryDelete(string path)
    {
        try
        {
            File.Delete(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // What went wrong first says more.
        }
    }

    private static BaselineReading Wrong(string found, string allowed, string cause) => new(null, new Problem(found, allowed, cause));
}
