using System.Diagnostics.Tracing;

namespace ThroughputKit.Probes;

/// <summary>Watches what the runtime's compiler still has to optimize, using the runtime's own events, from creation until disposal.</summary>
/// <remarks>
/// How much was compiled lately doesn't tell: a compiler that gets no processor time looks like one that has nothing to do, and code that was compiled ahead
/// of time is optimized last. The events arrive about 10 ms late. Of a pause that began before the watch, only the end is seen: what is compiled meanwhile
/// tells that it lasts.
/// </remarks>
internal sealed class CompilerWatch : RuntimeEvents
{
    // Tiered compilation: calls aren't counted while new code keeps arriving.
    private const int Paused = 281;
    private const int Resumed = 282;

    // The number of methods that wait is in both.
    private const int Began = 283;
    private const int Ended = 284;
    private const int Waiting = 1;

    private long _waiting;
    private bool _isPaused;

    /// <summary>Gets the number of methods that wait to be optimized. If calls aren't counted now, more may follow, and there is one more.</summary>
    public long Owed => Interlocked.Read(ref _waiting) + (Volatile.Read(ref _isPaused) ? 1 : 0);

    protected override EventKeywords Keywords => (EventKeywords)0x1000000000;

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        switch (eventData.EventId)
        {
            case Paused:
                Volatile.Write(ref _isPaused, true);
                break;
            case Resumed:
                Volatile.Write(ref _isPaused, false);
                break;
            case Began or Ended when eventData.Payload is { Count: > Waiting } payload && payload[Waiting] is uint waiting:
                Interlocked.Exchange(ref _waiting, waiting);
                break;
        }
    }
}
