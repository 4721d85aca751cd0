using System.Diagnostics;

namespace ThroughputKit.Hosting.Published;

/// <summary>An app in a folder, which the kit starts in a process of its own and stops.</summary>
internal sealed class PublishedAppTarget(string folder, PublishedAppOptions options) : ILoadTarget
{
    public string Name => options.EntryPoint ?? Path.GetFileName(Path.TrimEndingDirectorySeparator(folder));

    public string Origin => folder;

    public bool IsInProcess => false;

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

    public async Task<RunningApp> StartAsync(TimeSpan timeout, CancellationToken cancellationToken)
    {
        var begun = Stopwatch.GetTimestamp();
        var app = PublishedApp.Start(Choose(AppFolder.Find(Path.GetFullPath(folder))).Single(), options);
        try
        {
            var (address, host) = await app.WaitUntilReadyAsync(timeout, cancellationToken).ConfigureAwait(false);
            var runtime = await app.Hook.Hello.ConfigureAwait(false);
            return new RunningApp
            {
                Address = address,
                IsDevelopment = host?.One("environment") == "Development",
                LogsRequests = host?.IsTrue("logs-requests") == true,
                Code = () => app.Entry.Assembly is { } file ? MeasuredCode.OfFile(file) : null,
                Runtime = new AppRuntime(
                    runtime.One("runtime") ?? "", runtime.IsTrue("server-gc"), runtime.IsTrue("dynamic-gc"), runtime.Number("cores") ?? Environment.ProcessorCount),
                IsForServerGc = options.IsGcChosen ? null : app.Entry.Settings?.IsServerGc,
                Probe = app.Probe,
                Errors = app.Process.Output.Errors,
                Printed = app.Process.Output.Printed,
                HostStart = Stopwatch.GetElapsedTime(begun),
                Stopping = app.Hook.Stopping,
                Death = app.Death,
                StopAsync = app.StopAsync,
            };
        }
        catch
        {
            app.Discard();
            throw;
        }
    }

    private AppEntry[] Choose(IReadOnlyList<AppEntry> apps) =>
        [.. apps.Where(a => options.EntryPoint is not { } name || string.Equals(a.Name, name, StringComparison.OrdinalIgnoreCase))];
}
