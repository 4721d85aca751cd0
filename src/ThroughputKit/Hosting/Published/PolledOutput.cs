using System.IO.Pipes;

namespace ThroughputKit.Hosting.Published;

/// <summary>
/// Reads on one thread, which can be told to end. What the app has printed lies in its pipes when it has ended, so their own end, which
/// other processes that have them from the app may hold up for ever, isn't waited for.
/// </summary>
internal sealed class PolledOutput : IOutputReader
{
    private const int MostLeft = 2 * 1024 * 1024; // two pipes hold no more, and something else may still print
    private const int End = 2;

    private readonly PipeStream[] _pipes;
    private readonly OutputTail _output;
    private readonly AnonymousPipeServerStream _end = new(PipeDirection.Out);
    private readonly Thread _thread;
    private int _isFinished;

    /// <param name="pipes">Two pipes, which it disposes.</param>
    /// <param name="output">What is kept of them.</param>
    public PolledOutput(PipeStream[] pipes, OutputTail output)
    {
        (_pipes, _output) = (pipes, output);
        _thread = new Thread(Read) { IsBackground = true, Name = "ThroughputKit output" };
        _thread.Start();
    }

    public void Finish()
    {
        if (Interlocked.Exchange(ref _isFinished, 1) == 0)
        {
            _end.WriteByte(1);
        }

        _thread.Join();
    }

    public void Dispose()
    {
        Finish();
        Array.ForEach(_pipes, p => p.Dispose());
        _end.DisposeLocalCopyOfClientHandle();
        _end.Dispose();
    }

    private void Read()
    {
        var buffer = new byte[4096];
        Span<PollEntry> entries = [new(_pipes[0].SafePipeHandle), new(_pipes[1].SafePipeHandle), new(_end.ClientSafePipeHandle)];
        for (var left = MostLeft; left > 0 && SystemPoll.TryWait(entries);)
        {
            var isEnding = entries[End].IsReady;
            if (isEnding && !entries[0].IsReady && !entries[1].IsReady)
            {
                return;
            }

            for (var i = 0; i < End; i++)
            {
                if (entries[i].IsReady)
                {
                    var count = Read(_pipes[i], buffer);
                    left -= isEnding ? count : 0;
                    entries[i] = count > 0 ? entries[i] : PollEntry.None;
                }
            }
        }
    }

    // It is ready, so this doesn't wait.
    private int Read(PipeStream pipe, byte[] buffer)
    {
        try
        {
            var count = pipe.Read(buffer);
            _output.Add(buffer.AsSpan(0, count));
            return count;
        }
        catch (IOException)
        {
            return 0; // the process is gone
        }
    }
}
