namespace ThroughputKit.Hosting.Published;

/// <summary>An app in a folder, which the kit starts in a process of its own and stops.</summary>
internal sealed class PublishedAppTarget(string folder, PublishedAppOptions options, bool overHttps = false) : ILoadTarget
{
    public string Name => options.EntryPoint ?? Path.GetFileName(Path.TrimEndingDirectorySeparator(folder));

    public string Origin => folder;

    public bool IsInProcess => false;

    public bool IsOverHttps => overHttps;

    public ILoadTarget OverHttps() => new PublishedAppTarget(folder, options, overHttps: true);

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
        PublishedApp.StartAsync(Choose(AppFolder.Find(Path.GetFullPath(folder))).Single(), options, overHttps, timeout, cancellationToken);

    private AppEntry[] Choose(IReadOnlyList<AppEntry> apps) =>
        [.. apps.Where(a => options.EntryPoint is not { } name || string.Equals(a.Name, name, StringComparison.OrdinalIgnoreCase))];
}
