using ThroughputKit.Pacing;

namespace ThroughputKit;

/// <summary>
/// The rate at which requests are sent, or passes of a chain or iterations of a scenario begin, over time: an open loop, in which a slow response delays no
/// other of them. Immutable: every method returns a new rate. Pass it to <see cref="LoadTest.AtRate(LoadRate)"/>.
/// </summary>
/// <example>
/// <code>
/// var rate = LoadRate.From(1_000).Hold(TimeSpan.FromSeconds(5)).RampTo(5_000, TimeSpan.FromSeconds(10)).StepTo(2_000).Hold(TimeSpan.FromSeconds(5));
/// </code>
/// </example>
public sealed class LoadRate
{
    private readonly double _rate;

    private LoadRate(double rate, IReadOnlyList<RampSegment> segments) => (_rate, Segments) = (rate, segments);

    /// <summary>Gets the total time that the rate covers.</summary>
    public TimeSpan Duration => TimeSpan.FromTicks((long)Math.Round(Segments.Sum(s => s.Seconds) * TimeSpan.TicksPerSecond)); // FromSeconds would truncate

    internal IReadOnlyList<RampSegment> Segments { get; }

    /// <summary>Gets the highest rate.</summary>
    internal double Highest => Segments.Select(s => Math.Max(s.From, s.To)).Append(_rate).Max();

    /// <summary>Gets whether the rate ends with a step to a rate that is never held.</summary>
    internal bool EndsWithStep => Segments is [.., var last] && !last.To.Equals(_rate);

    /// <summary>Returns the number of requests that are due before a given time.</summary>
    internal long CountWithin(TimeSpan time)
    {
        const double Rounding = 1e-6; // a request due exactly at the end is not within
        var (count, left) = (0.0, time.TotalSeconds);
        foreach (var segment in Segments)
        {
            count += left > 0 ? segment.CountWithin(left) : 0;
            left -= segment.Seconds;
        }

        return (long)Math.Ceiling(count - Rounding);
    }

    /// <summary>Returns the rate for a test. A rate without segments is held for the test's duration.</summary>
    internal LoadRate For(TimeSpan duration) => Segments.Count > 0 ? this : Hold(duration);

    /// <summary>Returns the rate up to the moment between the last of this many requests and the next, or its own end if that comes first.</summary>
    internal LoadRate Until(long count)
    {
        var left = count - 0.5;
        List<RampSegment> segments = [];
        foreach (var segment in Segments.Count > 0 ? Segments : [new RampSegment(_rate, _rate, count / _rate)])
        {
            var seconds = left < segment.Count ? segment.SecondsUntil(left) : segment.Seconds;
            segments.Add(segment with { To = segment.From + ((segment.To - segment.From) * seconds / segment.Seconds), Seconds = seconds });
            left -= segment.Count;
            if (left <= 0)
            {
                break;
            }
        }

        return new LoadRate(segments[^1].To, segments);
    }

    /// <summary>Creates a rate with its initial value.</summary>
    /// <param name="requestsPerSecond">Requests, passes or iterations per second. Allowed: zero (to ramp up from) to 10,000,000.</param>
    public static LoadRate From(double requestsPerSecond) => new(requestsPerSecond, []);

    /// <summary>Holds the rate for some time.</summary>
    /// <param name="duration">The time. Allowed: above zero, at most 24 hours.</param>
    public LoadRate Hold(TimeSpan duration) => RampTo(_rate, duration);

    /// <summary>Ramps the rate linearly.</summary>
    /// <param name="requestsPerSecond">Requests per second at the end. Allowed: zero to 10,000,000.</param>
    /// <param name="duration">The time of the ramp. Allowed: above zero, at most 24 hours.</param>
    public LoadRate RampTo(double requestsPerSecond, TimeSpan duration) =>
        new(requestsPerSecond, [.. Segments, new RampSegment(_rate, requestsPerSecond, duration.TotalSeconds)]);

    /// <summary>Changes the rate at once; follow it with <see cref="Hold"/> or <see cref="RampTo"/> to set the time.</summary>
    /// <param name="requestsPerSecond">Requests per second from here on. Allowed: zero to 10,000,000.</param>
    public LoadRate StepTo(double requestsPerSecond) => new(requestsPerSecond, Segments);
}
