namespace ThroughputKit.Pacing;

/// <summary>
/// A fixed number of requests, which connections take one by one, so that those left are for whichever connection is free. In a chain they take those of a
/// pass: it can only be finished by who began it.
/// </summary>
/// <param name="count">The number of requests; of each connection, if they are not shared.</param>
/// <param name="isShared">Whether connections share the requests. If not, each has as many, and numbers them by itself.</param>
/// <param name="isOfPasses">
/// Whether passes are counted, as a rate does, however many requests each sends: those of a chain, or of a single request in any other load.
/// </param>
internal sealed class RequestBudget(long count, bool isShared = true, bool isOfPasses = false)
{
    private long _next;

    public long Count => count;

    public bool IsShared => isShared;

    public bool IsOfPasses => isOfPasses;

    /// <summary>Gets whether there are requests that no connection has taken.</summary>
    public bool HasNext => isShared && Volatile.Read(ref _next) < count;

    /// <summary>Returns what a connection begins with, whose first request has this number.</summary>
    public RequestShare From(long first) => new() { Next = first, End = isShared ? first : first + count };

    /// <summary>Takes the number of the next request. Returns <see langword="false"/> if all have been taken.</summary>
    /// <param name="share">The requests that the connection has taken.</param>
    /// <param name="number">The number.</param>
    /// <param name="together">The number of requests that are taken together: those of a pass.</param>
    public bool TryTake(ref RequestShare share, out long number, int together = 1)
    {
        number = -1;
        while (share.Next >= share.End)
        {
            var next = Volatile.Read(ref _next);
            if (!isShared || next >= count)
            {
                return false;
            }

            var end = Math.Min(next + together, count);
            if (Interlocked.CompareExchange(ref _next, end, next) == next)
            {
                share = new RequestShare { Next = next, End = end };
            }
        }

        number = share.Next++;
        return true;
    }

    /// <summary>Gives back the rest of a pass, for others. Its numbers may come twice: those of a chain are only counted.</summary>
    public void GiveBack(ref RequestShare share)
    {
        if (!isShared)
        {
            return;
        }

        Interlocked.Add(ref _next, share.Next - share.End);
        share = default;
    }
}
