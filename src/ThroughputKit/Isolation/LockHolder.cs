using System.Diagnostics;
using System.Globalization;

namespace ThroughputKit.Isolation;

/// <summary>Who holds a lock: a note beside the lock file, because the file itself can't be read while it is held.</summary>
/// <param name="Token">Known to the holder and its child processes alone.</param>
/// <param name="ProcessId">The holder's process.</param>
/// <param name="ProcessName">Its name, for messages.</param>
internal sealed record LockHolder(string Token, int ProcessId, string ProcessName)
{
    private const string Suffix = ".holder";

    /// <summary>Gets whether the holder's process still runs.</summary>
    public bool IsAlive
    {
        get
        {
            try
            {
                using var process = Process.GetProcessById(ProcessId);
                return !process.HasExited;
            }
            catch (ArgumentException)
            {
                return false;
            }
        }
    }

    public static LockHolder Me() =>
        new(Guid.NewGuid().ToString("N"), Environment.ProcessId, Path.GetFileNameWithoutExtension(Environment.ProcessPath) ?? "unknown");

    /// <summary>Reads the note; <see langword="null"/> if there is none, or it is just being written.</summary>
    public static LockHolder? Read(string lockPath)
    {
        try
        {
            return File.ReadAllText(lockPath + Suffix).Split('\n') is [var token, var id, var name]
                && int.TryParse(id, NumberStyles.None, CultureInfo.InvariantCulture, out var processId)
                ? new LockHolder(token, processId, name)
                : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    public void Write(string lockPath) =>
        LockFile.Write(lockPath + Suffix, string.Create(CultureInfo.InvariantCulture, $"{Token}\n{ProcessId}\n{ProcessName}"));

    public static void Erase(string lockPath) => LockFile.TryDelete(lockPath + Suffix);

    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{ProcessName} (process {ProcessId})");
}
