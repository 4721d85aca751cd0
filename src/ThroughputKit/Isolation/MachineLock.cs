using System.Diagnostics;
using System.Globalization;

namespace ThroughputKit.Isolation;

/// <summary>
/// Allows one measurement at a time on a machine, among the processes of one user. A child process of the holder inherits its permission.
/// The child waits only for its siblings, at a lock that they share.
/// </summary>
/// <remarks>
/// While a process holds the lock <c>x</c>, there is a file <c>x.of-(process)-(number)</c>, its mark. Its children inherit the mark's path. As long as
/// the mark exists, they lock <c>(mark).lock</c> instead of <c>x</c>, and in turn have marks next to that file.
/// </remarks>
/// <param name="path">The lock file.</param>
/// <param name="inherited">The mark of the holder whose child this process or an ancestor is; <see langword="null"/> if there is none.</param>
/// <param name="me">The ID of this process.</param>
internal sealed class MachineLock(string path, string? inherited, int me)
{
    public const string PathVariable = "THROUGHPUTKIT_LOCK_FILE";
    public const string MarkVariable = "THROUGHPUTKIT_LOCK_INHERITED";

    private const string MarkInfix = ".of-";
    private const string ChildLockSuffix = ".lock";

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

    /// <summary>Returns the lock that the children of a holder share.</summary>
    public static string OfChildren(string mark) => mark + ChildLockSuffix;

    /// <summary>Returns the lock that the next holder of a lock holds while waiting.</summary>
    public static string QueueOf(string lockPath) => lockPath + ".queue";

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
        while (true)
        {
            // A waiting process holds the queue's lock. Otherwise a process with many tests could pass the lock on to itself forever.
            var level = Level();
            using var queue = await WaitForAsync(QueueOf(level), level).ConfigureAwait(false);
            var file = queue is null ? null : await WaitForAsync(level, level).ConfigureAwait(false);
            try
            {
                if (file is null || !await OrphansHaveEndedAsync(level).ConfigureAwait(false))
                {
                    file?.Dispose();
                    return null;
                }

                if (level == Level())
                {
                    return new Permission(level, file, Stopwatch.GetElapsedTime(begun));
                }

                file.Dispose(); // the parent has finished meanwhile, and its children wait like any other process
            }
            catch
            {
                file?.Dispose();
                throw;
            }
        }

        // Children of a holder that has ended, or that released the lock before them, may still measure with its permission.
        // Parents come before their children.
        async Task<bool> OrphansHaveEndedAsync(string level)
        {
            HashSet<string> seen = new(StringComparer.Ordinal);
            while (LockFile.BeginningWith(level + MarkInfix).FirstOrDefault(seen.Add) is { } orphan)
            {
                if (await WaitForAsync(orphan, level).ConfigureAwait(false) is not { } ended)
                {
                    return false;
                }

                ended.Dispose();
                LockFile.TryDelete(orphan);
            }

            return true;
        }

        async Task<FileStream?> WaitForAsync(string name, string level)
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

    // Returns the lock shared by the children of the nearest holder above this process, as long as that holder has its own lock.
    // This process is not its own child.
    private string Level()
    {
        for (var mark = inherited; mark?.StartsWith(path + MarkInfix, StringComparison.Ordinal) == true; mark = Above(mark))
        {
            if (File.Exists(mark) && !Path.GetExtension(mark).StartsWith(OfProcess(me), StringComparison.Ordinal))
            {
                return OfChildren(mark);
            }
        }

        return path;
    }

    private static string? Above(string mark) => mark[..mark.LastIndexOf(MarkInfix, StringComparison.Ordinal)] is var level && level.EndsWith(ChildLockSuffix, StringComparison.Ordinal)
        ? level[..^ChildLockSuffix.Length]
        : null;

    // A mark contains the holder's name, because the lock itself can't be read while it is held.
    private static string? Holder(string level) =>
        LockFile.BeginningWith(level + MarkInfix).Where(f => f == level + Path.GetExtension(f)).Select(LockFile.TryRead).FirstOrDefault(n => n?.Length > 0);

    private static string OfProcess(int process) => string.Create(CultureInfo.InvariantCulture, $"{MarkInfix}{process}-");

    private static string DefaultPath()
    {
        var folder = Environment.GetFolderPath(Environment.SpecialFolder.LocalApplicationData, Environment.SpecialFolderOption.DoNotVerify);
        return folder.Length > 0
            ? Path.Combine(folder, "ThroughputKit", "measuring.lock")
            : Path.Combine(Path.GetTempPath(), $"ThroughputKit-{Environment.UserName}", "measuring.lock");
    }
}
