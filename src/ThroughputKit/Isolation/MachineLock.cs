using System.Diagnostics;

namespace ThroughputKit.Isolation;

/// <summary>Allows one measurement at a time on a machine, among the processes of one user. The holder of the lock has its file open.</summary>
/// <param name="path">The lock file.</param>
internal sealed class MachineLock(string path)
{
    public const string PathVariable = "THROUGHPUTKIT_LOCK_FILE";

    private static readonly TimeSpan _pause = TimeSpan.FromMilliseconds(25);

    /// <summary>Gets the lock of this user on this machine, as configured by the environment.</summary>
    /// <exception cref="LoadTestException">The path in the environment isn't absolute.</exception>
    public static MachineLock OfThisMachine(Func<string, string?> environment)
    {
        var path = environment(PathVariable) is { Length: > 0 } named ? named
            : DefaultPath(Environment.GetFolderPath(Environment.SpecialFolder.LocalApplicationData, Environment.SpecialFolderOption.DoNotVerify));
        return Path.IsPathFullyQualified(path)
            ? new MachineLock(path)
            : throw new LoadTestException(new Problem(
                $"{PathVariable} is '{path}'", "an absolute path, the same for all processes that measure on this machine",
                "Each test assembly runs in its own folder, so a relative path would name several files."));
    }

    /// <summary>Waits until this process may measure.</summary>
    /// <param name="limit">The maximum time to wait.</param>
    /// <param name="announce">Receives a line for the user if the process has to wait.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <returns>The open lock file, which must be disposed after the measurement; <see langword="null"/> if the limit has passed.</returns>
    /// <exception cref="LoadTestException">The lock file can't be written, or doesn't lock.</exception>
    public async Task<FileStream?> EnterAsync(TimeSpan limit, Action<string> announce, CancellationToken cancellationToken)
    {
        var begun = Stopwatch.GetTimestamp();
        var announced = false;

        // A waiting process holds the queue. Otherwise a process with many tests could pass the lock on to itself forever.
        using var queue = await WaitForAsync($"{path}.queue").ConfigureAwait(false);
        return queue is null ? null : await WaitForAsync(path).ConfigureAwait(false);

        async Task<FileStream?> WaitForAsync(string name)
        {
            while (true)
            {
                if (LockFile.TryOpen(name) is { } open)
                {
                    return open;
                }

                if (!announced)
                {
                    announced = true;
                    announce(
                        $"Waiting for the process that holds {path}: only one measurement at a time runs on a machine. "
                        + $"If that process waits for this one, give this one a lock file of its own with {PathVariable}.");
                }

                if (Stopwatch.GetElapsedTime(begun) >= limit)
                {
                    return null;
                }

                await Task.Delay(_pause, cancellationToken).ConfigureAwait(false);
            }
        }
    }

    /// <param name="home">The user's folder for the data of applications; empty if there is none.</param>
    internal static string DefaultPath(string home)
    {
        var folder = Path.Combine(home, "ThroughputKit");
        return Path.Combine(
            home.Length > 0 && CanWrite(folder) ? folder : Path.Combine(Path.GetTempPath(), $"ThroughputKit-{Environment.UserName}"), "measuring.lock");
    }

    // The user of a container may have a home folder that belongs to somebody else.
    private static bool CanWrite(string folder)
    {
        try
        {
            Directory.CreateDirectory(folder);
            File.Create(Path.Combine(folder, Path.GetRandomFileName()), bufferSize: 1, FileOptions.DeleteOnClose).Dispose();
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }
}
