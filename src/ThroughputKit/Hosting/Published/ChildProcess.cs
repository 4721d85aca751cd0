using System.ComponentModel;
using System.Diagnostics;
using ThroughputKit.Probes;

namespace ThroughputKit.Hosting.Published;

/// <summary>The process of an app. Its output is always read, so the app never waits for a reader, and the end of the output is kept.</summary>
internal sealed class ChildProcess : IDisposable
{
    private static readonly TimeSpan _deathLimit = TimeSpan.FromSeconds(5);

    private readonly Process _process;

    private ChildProcess(Process process) =>
        (_process, Output) = (process, new ChildOutput(process.StandardOutput.BaseStream, process.StandardError.BaseStream));

    public ChildOutput Output { get; }

    public bool HasExited => _process.HasExited;

    /// <summary>Opens the reader of the process's working set.</summary>
    public WorkingSet OpenWorkingSet() => WorkingSet.Of(_process);

    /// <exception cref="LoadTestException">The system can't start it.</exception>
    public static ChildProcess Start(AppEntry app, PublishedAppOptions options, IReadOnlyDictionary<string, string> variables)
    {
        IEnumerable<string> arguments = app.NeedsDotnet ? [app.File, .. options.Arguments] : options.Arguments;
        var start = new ProcessStartInfo(app.NeedsDotnet ? Muxer.Path : app.File, arguments)
        {
            WorkingDirectory = Path.GetDirectoryName(app.File), // the framework looks for settings and content there
            RedirectStandardInput = true, // left open: some apps end with their input
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
            CreateNoWindow = true,
        };
        start.Environment.Clear();
        foreach (var (name, value) in variables)
        {
            start.Environment[name] = value;
        }

        try
        {
            return new ChildProcess(Process.Start(start)!);
        }
        catch (Win32Exception e)
        {
            throw new LoadTestException(PublishedProblems.CannotRun(app, start.FileName, e.Message), e);
        }
    }

    public Task WaitForExitAsync(CancellationToken cancellationToken) => _process.WaitForExitAsync(cancellationToken);

    /// <summary>Waits until the process has ended, or the limit is over. Returns whether it has ended.</summary>
    public bool WaitForExit(TimeSpan limit) => _process.WaitForExit(limit);

    /// <summary>Returns how the process ended, once it has, with all of its output.</summary>
    public AppExit Exit()
    {
        Output.Finish();
        return new AppExit(_process.ExitCode, Output.Describe());
    }

    /// <summary>Ends the process and every process that it has started.</summary>
    public void Kill()
    {
        try
        {
            _process.Kill(entireProcessTree: true);
        }
        catch (Exception e) when (e is InvalidOperationException or Win32Exception or AggregateException)
        {
            // it has already ended
        }

        _process.WaitForExit(_deathLimit);
    }

    /// <summary>Ends the process, and what it has started, if it still runs.</summary>
    public void Dispose()
    {
        Kill();
        Output.Finish(); // the process leaves its output open once its streams have been requested
        _process.Dispose();
    }
}
