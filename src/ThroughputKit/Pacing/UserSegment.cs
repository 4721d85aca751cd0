namespace ThroughputKit.Pacing;

/// <summary>A stretch in which the number of users changes linearly from one value to another, or stays constant.</summary>
internal readonly record struct UserSegment(int From, int To, double Seconds)
{
    /// <summary>Returns the first time from a given one on, in seconds, at which there are this many users; <see langword="null"/> if there is none.</summary>
    public double? TimeOf(double users, double from)
    {
        if (from >= Seconds)
        {
            return null;
        }

        if (From + ((To - From) * from / Seconds) >= users)
        {
            return from;
        }

        return To >= users ? (users - From) / (To - From) * Seconds : null;
    }
}
