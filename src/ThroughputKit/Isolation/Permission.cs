using System.Globalization;

namespace ThroughputKit.Isolation;

/// <summary>
/// The right to measure, until it is disposed. Child processes started meanwhile inherit it through a mark, which exists only as long as the permission.
/// </summary>
internal sealed class Permission : IDisposable
{
    private readonly FileStream _file;
    private readonly string _mark;
    private readonly string? _markBefore = Environment.GetEnvironmentVariable(MachineLock.MarkVariable);

    /// <param name="path">The lock file.</param>
    /// <param name="file">The open lock file.</param>
    /// <param name="waited">The time that this process has waited for it.</param>
    public Permission(string path, FileStream file, TimeSpan waited)
    {
        (_file, Waited) = (file, waited);
        _mark = MachineLock.NewMark(path, Environment.ProcessId);
        var name = Path.GetFileNameWithoutExtension(Environment.ProcessPath) ?? "unknown";
        File.WriteAllText(_mark, string.Create(CultureInfo.InvariantCulture, $"{name} (process {Environment.ProcessId})"));
        Environment.SetEnvironmentVariable(MachineLock.MarkVariable, _mark);
    }

    public TimeSpan Waited { get; }

    public void Dispose()
    {
        Environment.SetEnvironmentVariable(MachineLock.MarkVariable, _markBefore);
        LockFile.TryDelete(_mark); // with the locks of the children, except those that still measure
        _file.Dispose();
    }
}
