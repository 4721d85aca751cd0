namespace ThroughputKit.Isolation;

/// <summary>A file that one process at a time has open. The system closes it when its process ends, in whatever way.</summary>
internal static class LockFile
{
    /// <summary>Opens the file for this process alone.</summary>
    /// <returns>The open file; <see langword="null"/> while another has it.</returns>
    /// <exception cref="LoadTestException">The file can't be written.</exception>
    public static FileStream? TryOpen(string path)
    {
        try
        {
            CreateFolder(Path.GetDirectoryName(Path.GetFullPath(path))!);
            return new FileStream(path, Options());
        }
        catch (IOException e) when (IsHeld(e))
        {
            return null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or NotSupportedException or ArgumentException)
        {
            throw new LoadTestException(
                new Problem(
                    $"The lock file {path} can't be written: {e.Message}",
                    "a file that this user can write, the same for all processes that measure on this machine",
                    $"It keeps measurements apart. Name another place with {MachineLock.PathVariable}."),
                e);
        }
    }

    /// <summary>Deletes the file, unless somebody has it open and the system minds.</summary>
    public static void TryDelete(string path)
    {
        try
        {
            File.Delete(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // It stays behind, and harms nobody.
        }
    }

    private static void CreateFolder(string path)
    {
        if (OperatingSystem.IsWindows())
        {
            Directory.CreateDirectory(path);
        }
        else
        {
            Directory.CreateDirectory(path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        }
    }

    private static FileStreamOptions Options()
    {
        var options = new FileStreamOptions { Mode = FileMode.OpenOrCreate, Access = FileAccess.ReadWrite, Share = FileShare.None, BufferSize = 0 };
        if (!OperatingSystem.IsWindows())
        {
            options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        }

        return options;
    }

    // Windows: a sharing or lock violation. Elsewhere: the system's number for "would block".
    private static bool IsHeld(IOException e) => OperatingSystem.IsWindows()
        ? (e.HResult & 0xFFFF) is 32 or 33
        : e.HResult is 11 or 35;
}
