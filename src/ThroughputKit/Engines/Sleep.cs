using ThroughputKit.Engines.Linux;

namespace ThroughputKit.Engines;

/// <summary>Sleeps as exactly as the system lets a thread: to some tens of microseconds on Linux, to its timer's period elsewhere.</summary>
internal static class Sleep
{
    private static readonly TimeSpan _shortest = TimeSpan.FromMilliseconds(1);

    /// <summary>Lets the calling thread sleep. It may wake a little early.</summary>
    public static void For(TimeSpan time)
    {
        if (OperatingSystem.IsLinux())
        {
            Libc.Sleep(time);
        }
        else
        {
            Thread.Sleep(time > _shortest ? time : _shortest);
        }
    }
}
