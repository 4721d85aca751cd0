namespace ThroughputKit.Baselines.Files;

/// <summary>Reads and writes baseline files.</summary>
internal static class BaselineStore
{
    // A test takes less than a kilobyte per request.
    internal const int MaxBytes = 16 * 1024 * 1024;

    /// <summary>Returns the baselines of a file, or the problem with it; neither if the file doesn't exist.</summary>
    public static (BaselineDocument? Document, Problem? Problem) Read(string path)
    {
        try
        {
            var file = new FileInfo(path);
            if (!file.Exists)
            {
                return Directory.Exists(path) ? Wrong($"The baseline {path} is a folder", "a file", "Name a file in it.") : (null, null);
            }

            return file.Length <= MaxBytes ? BaselineText.Read(File.ReadAllBytes(path), path) : Wrong(
                FormattableString.Invariant($"The baseline file {path} has {file.Length:N0} B"),
                FormattableString.Invariant($"at most {MaxBytes:N0} B"),
                "Is this the right file? Or give each test class its own file.");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return Wrong($"The baseline file {path} can't be read: {e.Message}", "a file that this user can read", "Does another program have it open?");
        }
    }

    /// <summary>Changes a file based on its content at that moment, or creates it.</summary>
    /// <exception cref="LoadTestException">The file is not a baseline file, or can't be written.</exception>
    public static void Change(string path, Func<IReadOnlyDictionary<string, BaselineEntry>, IReadOnlyDictionary<string, BaselineEntry>?> change)
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

    private static void Write(string path, byte[] bytes)
    {
        try
        {
            Directory.CreateDirectory(Path.GetDirectoryName(path)!);
            File.WriteAllBytes(path, bytes);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new LoadTestException(
                new Problem(
                    $"The baseline file {path} can't be written: {e.Message}",
                    "a file that this user can write",
                    "Are the sources read-only here, or locked by source control? Approve where you can commit."),
                e);
        }
    }

    private static (BaselineDocument? Document, Problem? Problem) Wrong(string found, string allowed, string cause) =>
        (null, new Problem(found, allowed, cause));
}
