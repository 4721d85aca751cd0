namespace ThroughputKit.Requests;

/// <summary>The order in which a test sends its requests: in rounds, each of which has every request once. So all have equal shares.</summary>
/// <param name="count">The number of different requests.</param>
internal readonly struct RequestOrder(int count)
{
    /// <summary>Returns the index of the request that is sent as number n, from zero.</summary>
    public int IndexOf(long number) => (int)(number % count);

    /// <summary>Returns the number of requests in the whole rounds that are enough for this many.</summary>
    public long InWholeRounds(double requests) => (long)Math.Ceiling(requests / count) * count;
}
