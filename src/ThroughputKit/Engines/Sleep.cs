using ThroughputKit.Engines.Linux;

namespace ThroughputKit.Engines;

/// <summary>Sleeps as precisely as the system allows: to some tens of microseconds on Linux, to the period of the system timer elsewhere.</summary>
internal static class Sleep
{
    private static readonly TimeSpan _shortest = TimeSpan.FromMilliseconds(1);

    /// <summary>Puts the calling thread to sleep. It may wake a little early.</summary>
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
