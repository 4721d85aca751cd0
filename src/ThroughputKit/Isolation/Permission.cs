namespace ThroughputKit.Isolation;

/// <summary>The right to measure, until it is disposed. Child processes that are started meanwhile inherit it.</summary>
internal sealed class Permission : IDisposable
{
    private readonly string _path;
    private readonly FileStream _file;
    private readonly LockHolder _holder = LockHolder.Me();
    private readonly string? _tokensBefore = Environment.GetEnvironmentVariable(MachineLock.TokenVariable);

    /// <param name="path">The lock file.</param>
    /// <param name="file">The same, open.</param>
    /// <param name="ancestors">The tokens of the holders that this process descends from, the oldest first.</param>
    /// <param name="waited">How long this process has waited for it.</param>
    public Permission(string path, FileStream file, IEnumerable<string> ancestors, TimeSpan waited)
    {
        (_path, _file, Waited) = (path, file, waited);
        _holder.Write(path);
        Environment.SetEnvironmentVariable(MachineLock.TokenVariable, string.Join(MachineLock.Separator, [.. ancestors, _holder.Token]));
    }

    public TimeSpan Waited { get; }

    public void Dispose()
    {
        Environment.SetEnvironmentVariable(MachineLock.TokenVariable, _tokensBefore);
        LockHolder.Erase(_path);
        _file.Dispose();
        foreach (var file in LockFile.OfChildren(_path))
        {
            LockFile.TryDelete(file);
        }
    }
}
