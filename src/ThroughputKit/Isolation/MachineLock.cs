using System.Diagnostics;

namespace ThroughputKit.Isolation;

/// <summary>
/// Lets one measurement at a time happen on a machine, among the processes of one user. A child process of the holder
/// inherits its permission: it waits for its siblings alone.
/// </summary>
/// <param name="path">The lock file.</param>
/// <param name="inherited">The tokens of the holders among whose descendants this process is, the oldest first.</param>
internal sealed class MachineLock(string path, IReadOnlyList<string> inherited)
{
    public const string PathVariable = "THROUGHPUTKIT_LOCK_FILE";
    public const string TokenVariable = "THROUGHPUTKIT_LOCK_TOKENS";
    public const char Separator = ';';

    private static readonly TimeSpan _pause = TimeSpan.FromMilliseconds(25);

    /// <summary>Gets the lock of this user on this machine, as the environment describes it.</summary>
    public static MachineLock OfThisMachine(Func<string, string?> environment) => new(
        environment(PathVariable) is { Length: > 0 } path ? path : DefaultPath(),
        environment(TokenVariable)?.Split(Separator, StringSplitOptions.RemoveEmptyEntries) ?? []);

    /// <summary>Waits until this process may measure.</summary>
    /// <param name="limit">How long it waits at most.</param>
    /// <param name="announce">Takes a line for the user when there is something to wait for.</param>
    /// <param name="cancellationToken">Gives up waiting.</param>
    /// <returns>The permission, to be disposed after the measurement; <see langword="null"/> if the limit has passed.</returns>
    /// <exception cref="LoadTestException">The lock file can't be written.</exception>
    public async Task<Permission?> EnterAsync(TimeSpan limit, Action<string> announce, CancellationToken cancellationToken)
    {
        var (level, ancestors) = Level();
        var begun = Stopwatch.GetTimestamp();
        var announced = false;

        // Whoever waits keeps the queue, so that a process with many tests can't pass the lock on to itself for ever.
        using var queue = await WaitForAsync(level + ".queue").ConfigureAwait(false);
        var file = queue is null ? null : await WaitForAsync(level).ConfigureAwait(false);
        return file is null ? null : new Permission(level, file, ancestors, Stopwatch.GetElapsedTime(begun));

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

    // Every holder in the line of descent has a lock of its own for its children.
    private (string Path, IEnumerable<string> Ancestors) Level()
    {
        var (level, depth) = (path, 0);
        while (depth < inherited.Count && LockHolder.Read(level) is { IsAlive: true } holder && holder.Token == inherited[depth])
        {
            level = $"{level}.{inherited[depth]}";
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
