using System.ComponentModel;
using System.Diagnostics;
using System.IO.Pipes;
using ThroughputKit.Measurement;

namespace ThroughputKit.Hosting.Published;

/// <summary>The process of an app. What it prints is always read, so that it never waits for a reader, and the end of it is kept.</summary>
internal sealed class ChildProcess : IDisposable
{
    private static readonly TimeSpan _deathLimit = TimeSpan.FromSeconds(5);

    private readonly Process _process;
    private readonly IOutputReader _reader;

    private ChildProcess(Process process) => (_process, _reader) = (process, Reader(process, Output));

    public OutputTail Output { get; } = new();

    /// <summary>Opens what reads its working set.</summary>
    public WorkingSet OpenWorkingSet() => WorkingSet.Of(_process);

    public bool HasExited => _process.HasExited;

    /// <exception cref="LoadTestException">The system can't start it.</exception>
    public static ChildProcess Start(AppEntry app, PublishedAppOptions options, IReadOnlyDictionary<string, string> variables)
    {
        var start = new ProcessStartInfo(app.NeedsDotnet ? Muxer.Path : app.File)
        {
            WorkingDirectory = Path.GetDirectoryName(app.File), // where the framework looks for settings and content
            RedirectStandardInput = true, // left open: some apps end with their input
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
            CreateNoWindow = true,
        };
        foreach (var argument in (IEnumerable<string>)[.. app.NeedsDotnet ? [app.File] : (string[])[], .. options.Arguments])
        {
            start.ArgumentList.Add(argument);
        }

        start.Environment.Clear();
        foreach (var (name, value) in variables)
        {
            start.Environment[name] = value;
        }

        return Keep(Run(app, start));
    }

    public async Task WaitForExitAsync(CancellationToken cancellationToken) =>
        await _process.WaitForExitAsync(cancellationToken).ConfigureAwait(false);

    /// <summary>How it ended, once it has, with all that it printed.</summary>
    public AppExit Exit()
    {
        _reader.Finish();
        return new AppExit(_process.ExitCode, Output.Describe());
    }

    /// <summary>Ends it with every process that it has started.</summary>
    public void Kill()
    {
        End(_process);
        _process.WaitForExit(_deathLimit);
    }

    public void Dispose()
    {
        if (!_process.HasExited)
        {
            Kill();
        }

        _reader.Dispose(); // the process leaves its output open once somebody has asked for it
        _process.Dispose();
    }

    private static Process Run(AppEntry app, ProcessStartInfo start)
    {
        try
        {
            return Process.Start(start)!;
        }
        catch (Win32Exception e)
        {
            throw new LoadTestException(PublishedProblems.CannotRun(app, start.FileName, e.Message), e);
        }
    }

    private static ChildProcess Keep(Process process)
    {
        try
        {
            return new ChildProcess(process);
        }
        catch
        {
            End(process);
            process.Dispose();
            throw;
        }
    }

    private static IOutputReader Reader(Process process, OutputTail output)
    {
        Stream[] streams = [process.StandardOutput.BaseStream, process.StandardError.BaseStream];
        return !OperatingSystem.IsWindows() && streams is [PipeStream first, PipeStream second]
            ? new PolledOutput([first, second], output)
            : new BlockedOutput(streams, output);
    }

    private static void End(Process process)
    {
        try
        {
            process.Kill(entireProcessTree: true);
        }
        catch (Exception e) when (e is InvalidOperationException or Win32Exception or AggregateException)
        {
            // it has ended by itself
        }
    }
}
