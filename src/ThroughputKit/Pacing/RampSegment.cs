namespace ThroughputKit.Pacing;

/// <summary>A stretch in which the requests per second, or the number of users, changes linearly from one value to another, or stays constant.</summary>
internal readonly record struct RampSegment(double From, double To, double Seconds)
{
    /// <summary>Gets the number of requests in it, including fractions.</summary>
    public double Count => (From + To) / 2 * Seconds;

    /// <summary>Returns the number of requests in its first seconds, including fractions.</summary>
    public double CountWithin(double seconds) => seconds >= Seconds ? Count : (From * seconds) + ((To - From) * seconds * seconds / (2 * Seconds));

    /// <summary>Returns the number of seconds after which a given number of requests has been due.</summary>
    /// <remarks>
    /// The count after t seconds is From t + (To - From) t^2 / (2 Seconds). Of the two ways to write the root, this one divides by a sum of
    /// positive numbers. It is exact for a constant rate and loses no digits near one.
    /// </remarks>
    public double SecondsUntil(double count) => count <= 0
        ? 0
        : 2 * count / (From + Math.Sqrt(Math.Max(0, (From * From) + (2 * count * (To - From) / Seconds))));

    /// <summary>Returns the first time from a given one on, in seconds, at which there are this many users; <see langword="null"/> if there is none.</summary>
    public double? TimeOf(double users, double from) => from >= Seconds ? null
        : From + ((To - From) * from / Seconds) >= users ? from
        : To >= users ? (users - From) / (To - From) * Seconds : null;
}
