namespace ThroughputKit.Hosting.Published;

/// <summary>Reads on two threads, which wait for the end of what they read: a little, once the app has ended. For systems without poll.</summary>
internal sealed class BlockedOutput : IOutputReader
{
    private static readonly TimeSpan _limit = TimeSpan.FromSeconds(1);

    private readonly Stream[] _streams;
    private readonly OutputTail _output;
    private readonly Thread[] _threads;

    /// <param name="streams">Streams, which it disposes.</param>
    /// <param name="output">What is kept of them.</param>
    public BlockedOutput(Stream[] streams, OutputTail output)
    {
        (_streams, _output) = (streams, output);
        _threads = [.. streams.Select(s => new Thread(() => Read(s)) { IsBackground = true, Name = "ThroughputKit output" })];
        Array.ForEach(_threads, t => t.Start());
    }

    public void Finish() => Array.ForEach(_threads, t => t.Join(_limit));

    public void Dispose()
    {
        // A stream that is still read is closed by the system when that ends.
        Array.ForEach(_streams, s => s.Dispose());
    }

    private void Read(Stream stream)
    {
        var buffer = new byte[4096];
        try
        {
            for (var count = stream.Read(buffer); count > 0; count = stream.Read(buffer))
            {
                _output.Add(buffer.AsSpan(0, count));
            }
        }
        catch (Exception e) when (e is IOException or ObjectDisposedException)
        {
            // the process is gone
        }
    }
}
