using System.Diagnostics;

namespace ThroughputKit.Hosting.Published;

/// <summary>Reads all output of an app, on two threads, so that the app never waits for a reader.</summary>
/// <remarks>
/// Another process that inherited the app's output may hold it open after the app has ended. So the wait for the rest is limited to one second. A thread that
/// is still reading then closes its stream when that read ends: closing a stream during a read would block.
/// </remarks>
internal sealed class OutputReader : IDisposable
{
    private static readonly TimeSpan _limit = TimeSpan.FromSeconds(1);

    private readonly OutputTail _output;
    private readonly Thread[] _threads;
    private volatile bool _isOver;

    /// <param name="streams">The streams. The reader disposes them.</param>
    /// <param name="output">Keeps the output.</param>
    public OutputReader(Stream[] streams, OutputTail output)
    {
        _output = output;
        _threads = [.. streams.Select(s => new Thread(() => Read(s)) { IsBackground = true, Name = "ThroughputKit output" })];
        Array.ForEach(_threads, t => t.Start());
    }

    /// <summary>Reads the rest once the app has ended.</summary>
    public void Finish()
    {
        var begun = Stopwatch.GetTimestamp();
        foreach (var thread in _threads)
        {
            var left = _limit - Stopwatch.GetElapsedTime(begun);
            thread.Join(_isOver || left < TimeSpan.Zero ? TimeSpan.Zero : left);
        }

        _isOver = true;
    }

    public void Dispose() => Finish();

    private void Read(Stream stream)
    {
        var buffer = new byte[4096];
        using (stream)
        {
            try
            {
                for (var count = stream.Read(buffer); count > 0 && !_isOver; count = stream.Read(buffer))
                {
                    _output.Add(buffer.AsSpan(0, count));
                }
            }
            catch (IOException)
            {
                // the process is gone
            }
        }
    }
}
