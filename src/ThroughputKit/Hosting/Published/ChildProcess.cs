using System.ComponentModel;
using System.Diagnostics;
using ThroughputKit.Measurement;

namespace ThroughputKit.Hosting.Published;

/// <summary>The process of an app. What it prints is always read, so that it never waits for a reader, and the end of it is kept.</summary>
internal sealed class ChildProcess : IDisposable
{
    private static readonly TimeSpan _deathLimit = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan _outputLimit = TimeSpan.FromSeconds(1);

    private readonly Process _process;
    private readonly Thread[] _readers;

    private ChildProcess(Process process)
    {
        _process = process;
        _readers = [Reader(process.StandardOutput.BaseStream), Reader(process.StandardError.BaseStream)];
    }

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

        try
        {
            return new ChildProcess(Process.Start(start)!);
        }
        catch (Win32Exception e)
        {
            throw new LoadTestException(PublishedProblems.CannotRun(app, start.FileName, e.Message), e);
        }
    }

    public async Task WaitForExitAsync(CancellationToken cancellationToken) =>
        await _process.WaitForExitAsync(cancellationToken).ConfigureAwait(false);

    /// <summary>How it ended, once it has; waits a little for the last of what it printed.</summary>
    public AppExit Exit()
    {
        foreach (var reader in _readers)
        {
            reader.Join(_outputLimit);
        }

        return new AppExit(_process.ExitCode, Output.Describe());
    }

    /// <summary>Ends it with every process that it has started.</summary>
    public void Kill()
    {
        try
        {
            _process.Kill(entireProcessTree: true);
        }
        catch (Exception e) when (e is InvalidOperationException or Win32Exception or AggregateException)
        {
            // it has ended by itself
        }

        _process.WaitForExit(_deathLimit);
    }

    public void Dispose()
    {
        if (!_process.HasExited)
        {
            Kill();
        }

        _process.Dispose();
    }

    private Thread Reader(Stream stream)
    {
        var reader = new Thread(() => Read(stream)) { IsBackground = true, Name = "ThroughputKit output" };
        reader.Start();
        return reader;
    }

    private void Read(Stream stream)
    {
        var buffer = new byte[4096];
        try
        {
            for (var count = stream.Read(buffer); count > 0; count = stream.Read(buffer))
            {
                Output.Add(buffer.AsSpan(0, count));
            }
        }
        catch (Exception e) when (e is IOException or ObjectDisposedException)
        {
            // the process is gone
        }
    }
}
