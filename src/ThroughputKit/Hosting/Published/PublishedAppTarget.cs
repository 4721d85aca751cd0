namespace ThroughputKit.Hosting.Published;

/// <summary>An app in a folder, which the kit starts in a process of its own and stops.</summary>
internal sealed class PublishedAppTarget(string folder, PublishedAppOptions options, OwnPort port = OwnPort.Http1) : ILoadTarget
{
    public string Name => options.EntryPoint ?? Path.GetFileName(Path.TrimEndingDirectorySeparator(folder));

    public string Origin => folder;

    public bool IsInProcess => false;

    public OwnPort Port => port;

    public ILoadTarget On(OwnPort port) => new PublishedAppTarget(folder, options, port);

    public IEnumerable<Problem> Check()
    {
        if (File.Exists(folder))
        {
            return [PublishedProblems.IsFile(folder)];
        }

        if (folder.Length == 0 || !Directory.Exists(folder))
        {
            return [PublishedProblems.NoFolder(folder)];
        }

        var apps = AppFolder.Find(Path.GetFullPath(folder));
        return Choose(apps) switch
        {
            _ when apps.Count == 0 => [PublishedProblems.NoApp(folder)],
            [] => [PublishedProblems.UnknownApp(folder, options.EntryPoint!, apps)],
            [{ Settings.AllowsHooks: false } app] => [PublishedProblems.HooksForbidden(app.Name)],
            [_] => [],
            _ => [PublishedProblems.SeveralApps(folder, apps)],
        };
    }

    public Task<RunningApp> StartAsync(TimeSpan timeout, CancellationToken cancellationToken) =>
        PublishedApp.StartAsync(Choose(AppFolder.Find(Path.GetFullPath(folder))).Single(), options, port, timeout, cancellationToken);

    private AppEntry[] Choose(IReadOnlyList<AppEntry> apps) =>
        [.. apps.Where(a => options.EntryPoint is not { } name || string.Equals(a.Name, name, StringComparison.OrdinalIgnoreCase))];
}
