using System.Diagnostics;
using System.Globalization;

namespace ThroughputKit.Isolation;

/// <summary>
/// Allows one measurement at a time on a machine, among the processes of one user. A child process of the holder inherits its permission.
/// The child waits only for its siblings, at a lock that they share.
/// </summary>
/// <remarks>
/// While a process holds the lock <c>x</c>, there is a file <c>x.of-(process)-(number)</c>, its mark, with its name. Its children inherit the mark's path.
/// As long as the mark exists, they lock <c>(mark).lock</c> instead of <c>x</c>, and in turn have marks next to that file.
/// </remarks>
/// <param name="path">The lock file.</param>
/// <param name="inherited">The mark of the holder whose child this process is; <see langword="null"/> if there is none.</param>
/// <param name="me">The ID of this process.</param>
internal sealed class MachineLock(string path, string? inherited, int me)
{
    public const string PathVariable = "THROUGHPUTKIT_LOCK_FILE";
    public const string MarkVariable = "THROUGHPUTKIT_LOCK_INHERITED";

    private const string MarkInfix = ".of-";

    private static readonly TimeSpan _pause = TimeSpan.FromMilliseconds(25);

    /// <summary>Gets the lock of this user on this machine, as configured by the environment.</summary>
    /// <exception cref="LoadTestException">The path in the environment isn't absolute.</exception>
    public static MachineLock OfThisMachine(Func<string, string?> environment)
    {
        var path = environment(PathVariable) is { Length: > 0 } named ? named : DefaultPath();
        return Path.IsPathFullyQualified(path)
            ? new MachineLock(path, environment(MarkVariable), Environment.ProcessId)
            : throw new LoadTestException(new Problem(
                $"{PathVariable} is '{path}'", "an absolute path, the same for all processes that measure on this machine", "Each test assembly runs in its own folder, so a relative path would name several files."));
    }

    /// <summary>Returns a new path for the mark of a process that holds a lock.</summary>
    public static string NewMark(string lockPath, int process) =>
        $"{lockPath}{OfProcess(process)}{Guid.NewGuid():N}";

    /// <summary>Waits until this process may measure.</summary>
    /// <param name="limit">The maximum time to wait.</param>
    /// <param name="announce">Receives a line for the user if the process has to wait.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <returns>The permission, which must be disposed after the measurement; <see langword="null"/> if the limit has passed.</returns>
    /// <exception cref="LoadTestException">The lock file can't be written, or doesn't lock.</exception>
    public async Task<Permission?> EnterAsync(TimeSpan limit, Action<string> announce, CancellationToken cancellationToken)
    {
        var begun = Stopwatch.GetTimestamp();
        var announced = false;
        var level = Level();

        // A waiting process holds the queue's lock. Otherwise a process with many tests could pass the lock on to itself forever.
        using var queue = await WaitForAsync($"{level}.queue").ConfigureAwait(false);
        if (queue is null || await WaitForAsync(level).ConfigureAwait(false) is not { } file)
        {
            return null;
        }

        try
        {
            LockFile.TryDelete(level + MarkInfix); // left by a holder that was killed
            return new Permission(level, file, Stopwatch.GetElapsedTime(begun));
        }
        catch
        {
            file.Dispose();
            throw;
        }

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
                    announce($"Waiting for {Holder(level) ?? "another process"}: only one measurement at a time runs on a machine.");
                }

                if (Stopwatch.GetElapsedTime(begun) >= limit)
                {
                    return null;
                }

                await Task.Delay(_pause, cancellationToken).ConfigureAwait(false);
            }
        }
    }

    // Returns the lock shared by the children of this process's parent, as long as the parent has its own lock. A process is not its own child.
    private string Level() =>
        inherited?.StartsWith(path + MarkInfix, StringComparison.Ordinal) == true
        && !Path.GetExtension(inherited).StartsWith(OfProcess(me), StringComparison.Ordinal)
        && File.Exists(inherited) ? $"{inherited}.lock" : path;

    // A mark contains the holder's name, because the lock itself can't be read while it is held.
    private static string? Holder(string level) =>
        LockFile.BeginningWith(level + MarkInfix).Select(LockFile.TryRead).FirstOrDefault(n => n?.Length > 0);

    private static string OfProcess(int process) => string.Create(CultureInfo.InvariantCulture, $"{MarkInfix}{process}-");

    private static string DefaultPath()
    {
        var folder = Environment.GetFolderPath(Environment.SpecialFolder.LocalApplicationData, Environment.SpecialFolderOption.DoNotVerify);
        return folder.Length > 0
            ? Path.Combine(folder, "ThroughputKit", "measuring.lock")
            : Path.Combine(Path.GetTempPath(), $"ThroughputKit-{Environment.UserName}", "measuring.lock");
    }
}
