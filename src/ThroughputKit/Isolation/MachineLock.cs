using System.Diagnostics;

namespace ThroughputKit.Isolation;

/// <summary>
/// Lets one measurement at a time happen on a machine, among the processes of one user. A child process of the holder
/// inherits its permission: it waits for its siblings alone.
/// </summary>
/// <param name="path">The lock file.</param>
/// <param name="inherited">The tokens of the holders among whose descendants this process is, the oldest first.</param>
/// <param name="me">This process.</param>
internal sealed class MachineLock(string path, IReadOnlyList<string> inherited, int me)
{
    public const string PathVariable = "THROUGHPUTKIT_LOCK_FILE";
    public const string TokenVariable = "THROUGHPUTKIT_LOCK_TOKENS";
    public const char Separator = ';';

    private static readonly TimeSpan _pause = TimeSpan.FromMilliseconds(25);

    /// <summary>Gets the lock of this user on this machine, as the environment describes it.</summary>
    /// <exception cref="LoadTestException">The path that the environment names isn't absolute.</exception>
    public static MachineLock OfThisMachine(Func<string, string?> environment)
    {
        var path = environment(PathVariable) is { Length: > 0 } named ? named : DefaultPath();
        return Path.IsPathFullyQualified(path)
            ? new MachineLock(path, environment(TokenVariable)?.Split(Separator, StringSplitOptions.RemoveEmptyEntries) ?? [], Environment.ProcessId)
            : throw new LoadTestException(new Problem(
                $"{PathVariable} is '{path}'", "an absolute path, the same for all processes that measure on this machine", "Each assembly runs in a folder of its own, so a relative one would name several files."));
    }

    /// <summary>Waits until this process may measure.</summary>
    /// <param name="limit">How long it waits at most.</param>
    /// <param name="announce">Takes a line for the user when there is something to wait for.</param>
    /// <param name="cancellationToken">Gives up waiting.</param>
    /// <returns>The permission, to be disposed after the measurement; <see langword="null"/> if the limit has passed.</returns>
    /// <exception cref="LoadTestException">The lock file can't be written, or doesn't lock.</exception>
    public async Task<Permission?> EnterAsync(TimeSpan limit, Action<string> announce, CancellationToken cancellationToken)
    {
        var (level, ancestors) = Level();
        var begun = Stopwatch.GetTimestamp();
        var announced = false;

        // Whoever waits keeps the queue, so that a process with many tests can't pass the lock on to itself for ever.
        using var queue = await WaitForAsync(level + ".queue").ConfigureAwait(false);
        var file = queue is null ? null : await WaitForAsync(level).ConfigureAwait(false);
        if (file is null)
        {
            return null;
        }

        try
        {
            return await OrphansHaveEndedAsync().ConfigureAwait(false)
                ? new Permission(level, file, ancestors, Stopwatch.GetElapsedTime(begun))
                : GiveUp();
        }
        catch
        {
            file.Dispose();
            throw;
        }

        Permission? GiveUp()
        {
            file.Dispose();
            return null;
        }

        // Children of a holder that died may still measure by its permission.
        async Task<bool> OrphansHaveEndedAsync()
        {
            foreach (var orphan in LockFile.OfChildren(level))
            {
                using var ended = await WaitForAsync(orphan).ConfigureAwait(false);
                if (ended is null)
                {
                    return false;
                }

                LockFile.TryDelete(orphan);
            }

            return true;
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
                    announce($"Waiting for {LockHolder.Read(level)?.ToString() ?? "another process"}: one measurement at a time happens on a machine.");
                }

                if (Stopwatch.GetElapsedTime(begun) >= limit)
                {
                    return null;
                }

                await Task.Delay(_pause, cancellationToken).ConfigureAwait(false);
            }
        }
    }

    // Every holder in the line of descent has a lock of its own for its children. This process is no child of its own.
    private (string Path, IEnumerable<string> Ancestors) Level()
    {
        var (level, depth) = (path, 0);
        while (depth < inherited.Count
            && LockHolder.Read(level) is { IsAlive: true } holder && holder.Token == inherited[depth] && holder.ProcessId != me)
        {
            level = LockFile.OfChildrenOf(level, inherited[depth]);
            depth++;
        }

        return (level, inherited.Take(depth));
    }

    private static string DefaultPath()
    {
        var folder = Environment.GetFolderPath(Environment.SpecialFolder.LocalApplicationData, Environment.SpecialFolderOption.DoNotVerify);
        return folder.Length > 0
            ? Path.Combine(folder, "ThroughputKit", "measuring.lock")
            : Path.Combine(Path.GetTempPath(), $"ThroughputKit-{Environment.UserName}", "measuring.lock");
    }
}
