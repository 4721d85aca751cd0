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

    // In one step: if the process is killed, either the old file or the new one remains.
    private static void Write(string path, byte[] bytes)
    {
        string? temporary = null;
        try
        {
            var file = Target(path);
            if (file is { Exists: true, IsReadOnly: true })
            {
                throw new LoadTestException(new Problem(
                    $"The baseline file {path} is read-only",
                    "a file that this user can write",
                    "Is it locked by source control? Check it out for editing first."));
            }

            Directory.CreateDirectory(file.DirectoryName!);
            temporary = $"{file.FullName}.{Guid.NewGuid():N}.tmp";
            File.WriteAllBytes(temporary, bytes);
            if (file.Exists && !OperatingSystem.IsWindows())
            {
                File.SetUnixFileMode(temporary, file.UnixFileMode);
            }

            File.Move(temporary, file.FullName, overwrite: true);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            if (temporary is not null)
            {
                TryDelete(temporary);
            }

            throw new LoadTestException(
                new Problem(
                    $"The baseline file {path} can't be written: {e.Message}",
                    "a file that this user can write",
                    "Are the sources read-only here? Approve on a machine where you can commit."),
                e);
        }
    }

    // A link stays a link.
    private static FileInfo Target(string path)
    {
        var file = new FileInfo(path);
        return file.LinkTarget is not null && file.ResolveLinkTarget(returnFinalTarget: true) is FileInfo target ? target : file;
    }

    private static void TryDelete(string path)
    {
        try
        {
            File.Delete(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The first error is more informative.
        }
    }

    private static (BaselineDocument? Document, Problem? Problem) Wrong(string found, string allowed, string cause) =>
        (null, new Problem(found, allowed, cause));
}
