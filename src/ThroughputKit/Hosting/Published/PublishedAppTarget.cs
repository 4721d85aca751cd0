using System.Diagnostics;

namespace ThroughputKit.Hosting.Published;

/// <summary>An app in a folder, which the kit starts in a process of its own and stops.</summary>
internal sealed class PublishedAppTarget(string folder, PublishedAppOptions options) : ILoadTarget
{
    public string Name => options.EntryPoint ?? Path.GetFileName(Path.TrimEndingDirectorySeparator(folder));

    public string Origin => folder;

    public bool IsInProcess => false;

    public bool IsKept => false;

    public IEnumerable<Problem> Check()
    {
        foreach (var problem in CheckFolder())
        {
            yield return problem;
        }

        if (string.IsNullOrWhiteSpace(options.Environment))
        {
            yield return PublishedProblems.NoEnvironment(options.Environment);
        }

        for (var i = 0; i < options.Arguments.Count; i++)
        {
            if (options.Arguments[i] is null)
            {
                yield return PublishedProblems.NullArgument(i);
            }
        }

        foreach (var name in options.EnvironmentVariables.Keys.Concat(options.Configuration.Keys).Where(n => !VariableNames.IsAllowed(n)))
        {
            yield return PublishedProblems.WrongVariable(name);
        }
    }

    public async Task<RunningApp> StartAsync(TimeSpan timeout, CancellationToken cancellationToken)
    {
        var begun = Stopwatch.GetTimestamp();
        var app = PublishedApp.Start(Choose(AppFolder.Find(Path.GetFullPath(folder))).Single(), options);
        try
        {
            var (address, facts) = await new Readiness(app, timeout).WaitAsync(cancellationToken).ConfigureAwait(false);
            return RunningApp.InProcessOfItsOwn(
                address,
                Facts(app, await app.Hook.Hello.ConfigureAwait(false), facts),
                app.Probe,
                Stopwatch.GetElapsedTime(begun),
                app.Process.Output,
                app.Death,
                app.StopAsync);
        }
        catch
        {
            app.Discard();
            throw;
        }
    }

    private AppFacts Facts(PublishedApp app, HookFacts runtime, HookFacts? host) => new()
    {
        Services = null,
        IsDevelopment = host?.One("environment") == "Development",
        LogsRequests = host?.IsTrue("logs-requests") == true,
        Code = () => app.Entry.Assembly is { } file ? MeasuredCode.OfFile(file) : null,
        IsForServerGc = options.IsGcChosen ? null : app.Entry.Settings?.IsServerGc,
        Stopping = app.Hook.Stopping,
        Runtime = new AppRuntime(
            runtime.One("runtime") ?? "", runtime.IsTrue("server-gc"), runtime.IsTrue("dynamic-gc"), runtime.Number("cores") ?? Environment.ProcessorCount),
    };

    private IEnumerable<Problem> CheckFolder()
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

    private AppEntry[] Choose(IReadOnlyList<AppEntry> apps) =>
        [.. apps.Where(a => options.EntryPoint is not { } name || string.Equals(a.Name, name, StringComparison.OrdinalIgnoreCase))];
}
