namespace ThroughputKit.Pacing;

/// <summary>The time in which requests may start and completions count, in Stopwatch ticks.</summary>
internal sealed class Window
{
    private long _start = long.MaxValue;
    private long _end = long.MaxValue;

    public long Start => Volatile.Read(ref _start);

    public long End => Volatile.Read(ref _end);

    /// <summary>Opens the window before any worker runs.</summary>
    public void Open(long now, long length)
    {
        Volatile.Write(ref _start, now);
        Volatile.Write(ref _end, length > long.MaxValue - now ? long.MaxValue : now + length);
    }

    /// <summary>Ends the window early; never later than planned.</summary>
    public void Close(long now) => Volatile.Write(ref _end, Math.Min(now, End));

    public bool Includes(long now) => now < Volatile.Read(ref _end);
}
