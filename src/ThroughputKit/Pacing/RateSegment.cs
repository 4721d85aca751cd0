namespace ThroughputKit.Pacing;

/// <summary>A stretch in which the rate goes from one value to another in a straight line, or stays.</summary>
/// <param name="From">Requests a second at its start.</param>
/// <param name="To">Requests a second at its end.</param>
/// <param name="Seconds">Its length.</param>
internal readonly record struct RateSegment(double From, double To, double Seconds)
{
    /// <summary>Gets how many requests fall into it, in fractions.</summary>
    public double Count => (From + To) / 2 * Seconds;

    /// <summary>How many requests fall into its first seconds, in fractions.</summary>
    public double CountWithin(double seconds) => seconds >= Seconds ? Count : (From * seconds) + ((To - From) * seconds * seconds / (2 * Seconds));

    /// <summary>After how many seconds a given number of requests has been due.</summary>
    /// <remarks>
    /// The count after t seconds is From t + (To - From) t^2 / (2 Seconds). Of the two ways to write the root, this one
    /// divides by a sum of positive numbers, so that it is exact for a constant rate and loses no digits near one.
    /// </remarks>
    public double SecondsUntil(double count) => count <= 0
        ? 0
        : 2 * count / (From + Math.Sqrt(Math.Max(0, (From * From) + (2 * count * (To - From) / Seconds))));
}
