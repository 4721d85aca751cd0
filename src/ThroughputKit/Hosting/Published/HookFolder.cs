namespace ThroughputKit.Hosting.Published;

/// <summary>A folder for one start, which only this user can read. It has the start-up hook and the socket that the hook connects to.</summary>
internal sealed class HookFolder : IDisposable
{
    /// <summary>The prefix of the folder's name, before the number of this process.</summary>
    public const string Prefix = "throughputkit-hook-";

    private const string Resource = "ThroughputKit.StartupHook.dll";

    private readonly string? _folder;

    /// <exception cref="LoadTestException">The temporary folder can't be used.</exception>
    public HookFolder()
    {
        var temporary = Path.GetFullPath(Path.GetTempPath());
        if (temporary.Contains(Path.PathSeparator, StringComparison.Ordinal))
        {
            throw new LoadTestException(PublishedProblems.SeparatorInTemporaryFolder(temporary));
        }

        try
        {
            _folder = Path.GetFullPath(Directory.CreateTempSubdirectory($"{Prefix}{Environment.ProcessId}-").FullName);
            (Hook, Pipe) = (Path.Combine(_folder, Resource), Path.Combine(_folder, "pipe"));
            using var resource = typeof(HookFolder).Assembly.GetManifestResourceStream(Resource)!;
            using var file = File.Create(Hook);
            resource.CopyTo(file);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            Dispose();
            throw new LoadTestException(PublishedProblems.NoTemporaryFolder(temporary, e.Message), e);
        }
    }

    public string Hook { get; }

    public string Pipe { get; }

    /// <summary>
    /// Deletes the folder as soon as the hook has connected, so that nothing is left if this process is killed. On Windows that works only
    /// once the app has ended.
    /// </summary>
    public void Dispose()
    {
        try
        {
            if (_folder is not null)
            {
                Directory.Delete(_folder, recursive: true);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // on Windows the app keeps the hook open as long as it runs
        }
    }
}
