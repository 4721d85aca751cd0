namespace ThroughputKit.Running;

/// <summary>The rate of a count between one reading and the next. Pure.</summary>
/// <param name="least">The minimum time between two readings. A shorter one shows chance: its rate is that of the readings before.</param>
internal sealed class RecentRate(TimeSpan least)
{
    private TimeSpan _at;
    private long _count;
    private double? _rate;

    /// <summary>Returns the rate per second since the last reading, at first since the beginning; <see langword="null"/> if there is none yet.</summary>
    /// <param name="at">The time since the beginning.</param>
    /// <param name="count">The count, which was zero at the beginning and only grows.</param>
    public double? Read(TimeSpan at, long count)
    {
        if (at - _at >= least)
        {
            (_rate, _at, _count) = (Math.Max(0, count - _count) / (at - _at).TotalSeconds, at, count);
        }

        return _rate;
    }
}
