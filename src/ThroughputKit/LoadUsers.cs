using ThroughputKit.Pacing;

namespace ThroughputKit;

/// <summary>
/// The number of virtual users over time. Immutable: every method returns a new one. Pass it to <see cref="LoadTest.WithUsers"/>.
/// </summary>
/// <example>
/// <code>
/// var users = LoadUsers.From(1).RampTo(50, TimeSpan.FromSeconds(10)).Hold(TimeSpan.FromSeconds(20));
/// </code>
/// </example>
public sealed class LoadUsers
{
    private readonly int _users;

    private LoadUsers(int users, IReadOnlyList<RampSegment> segments) => (_users, Segments) = (users, segments);

    /// <summary>Gets the total time that the number of users covers.</summary>
    public TimeSpan Duration => TimeSpan.FromTicks((long)Math.Round(Segments.Sum(s => s.Seconds) * TimeSpan.TicksPerSecond)); // FromSeconds would truncate

    internal IReadOnlyList<RampSegment> Segments { get; }

    /// <summary>Gets the highest number of users.</summary>
    internal int Highest => (int)Segments.Select(s => Math.Max(s.From, s.To)).Append(_users).Max();

    /// <summary>Begins with a number of users.</summary>
    /// <param name="users">The number. Allowed: zero (to ramp up from) to 20,000.</param>
    public static LoadUsers From(int users) => new(users, []);

    /// <summary>Keeps the number for some time.</summary>
    /// <param name="duration">The time. Allowed: above zero, at most 24 hours.</param>
    public LoadUsers Hold(TimeSpan duration) => RampTo(_users, duration);

    /// <summary>Lets users join, or leave after their present iteration or pass, one after another at equal intervals.</summary>
    /// <param name="users">The number at the end. Allowed: zero to 20,000.</param>
    /// <param name="duration">The time of the ramp. Allowed: above zero, at most 24 hours.</param>
    public LoadUsers RampTo(int users, TimeSpan duration) => new(users, [.. Segments, new RampSegment(_users, users, duration.TotalSeconds)]);

    /// <summary>Returns how many seconds after a time a user takes part; infinity if never again.</summary>
    /// <param name="number">The number of the user, from zero.</param>
    /// <param name="at">The time, in seconds.</param>
    internal double SecondsUntil(int number, double at)
    {
        const double Half = 0.5; // the number of users is rounded
        var begun = 0.0;
        foreach (var segment in Segments)
        {
            if (segment.TimeOf(number + Half, Math.Max(0, at - begun)) is { } time)
            {
                return begun + time - at;
            }

            begun += segment.Seconds;
        }

        return double.PositiveInfinity;
    }
}
