using System.Diagnostics;

namespace ThroughputKit.Pacing;

/// <summary>Converts between Stopwatch ticks, nanoseconds and time spans. On Linux a tick is a nanosecond; on Windows it is 100 ns.</summary>
internal static class Clock
{
    private static readonly double _nanosecondsPerTick = 1e9 / Stopwatch.Frequency;
    private static readonly bool _ticksAreNanoseconds = Stopwatch.Frequency == 1_000_000_000;

    public static long ToNanoseconds(long ticks) =>
        _ticksAreNanoseconds ? ticks : (long)(ticks * _nanosecondsPerTick);

    public static long FromNanoseconds(long nanoseconds) =>
        _ticksAreNanoseconds ? nanoseconds : (long)(nanoseconds / _nanosecondsPerTick);

    public static long ToTicks(TimeSpan time) => (long)(time.TotalSeconds * Stopwatch.Frequency);

    public static TimeSpan ToTimeSpan(double nanoseconds) => TimeSpan.FromTicks((long)Math.Round(nanoseconds / 100));
}
