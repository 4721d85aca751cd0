namespace ThroughputKit.Isolation;

/// <summary>A file that only one process at a time has open. The operating system closes it when the process ends, however it ends.</summary>
internal static class LockFile
{
    /// <summary>Opens the file exclusively for this process.</summary>
    /// <returns>The open file; <see langword="null"/> while it is already open elsewhere.</returns>
    /// <exception cref="LoadTestException">The file can't be written, or opening it doesn't lock anyone out.</exception>
    public static FileStream? TryOpen(string path)
    {
        try
        {
            Directory.CreateDirectory(Path.GetDirectoryName(path)!);
            if (Open(path) is not { } file)
            {
                return null;
            }

            using var again = Open(path);
            if (again is null)
            {
                return file;
            }

            file.Dispose();
            throw new LoadTestException(new Problem(
                $"The lock file {path} could be opened twice", "a path on a file system that can lock files",
                Remedy("Some network file systems can't lock files, and file locking can be switched off in .NET.")));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or NotSupportedException or ArgumentException)
        {
            throw NotWritable(path, e);
        }
    }

    private static FileStream? Open(string path)
    {
        try
        {
            return new FileStream(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
        }
        catch (IOException e) when (IsHeld(e))
        {
            return null;
        }
    }

    // Windows: a sharing or lock violation. Elsewhere: the system's error number for "would block".
    private static bool IsHeld(IOException e) => OperatingSystem.IsWindows()
        ? (e.HResult & 0xFFFF) is 32 or 33
        : e.HResult is 11 or 35;

    private static LoadTestException NotWritable(string path, Exception e) => new(
        new Problem(
            $"The lock file {path} can't be written: {e.Message}",
            "a file that this user can write, the same for all processes that measure on this machine",
            Remedy("The lock keeps measurements from running at the same time.")),
        e);

    private static string Remedy(string cause) => $"{cause} Set {MachineLock.PathVariable} to another path.";
}
