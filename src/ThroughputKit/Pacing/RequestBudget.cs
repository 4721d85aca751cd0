using System.Collections.Concurrent;

namespace ThroughputKit.Pacing;

/// <summary>
/// A fixed number of requests, divided among connections in shares that shrink towards the end. This takes few writes to a shared counter,
/// and no connection is left with much work when the others have finished (guided self-scheduling).
/// </summary>
internal sealed class RequestBudget(long count, int connections)
{
    private const int LargestShare = 1024;

    private readonly ConcurrentQueue<RequestShare> _givenBack = new();
    private long _next;

    /// <summary>Gets whether there are requests that no connection has taken.</summary>
    public bool HasNext => Volatile.Read(ref _next) < count || !_givenBack.IsEmpty;

    /// <summary>Takes the number of the next request. Returns <see langword="false"/> if all have been taken.</summary>
    /// <param name="share">The requests that the connection has taken.</param>
    /// <param name="number">The number.</param>
    /// <param name="together">The number of requests that are divided only at the end, such as those of a chain.</param>
    public bool TryTake(ref RequestShare share, out long number, int together = 1)
    {
        if (share.Next >= share.End && !TryTakeShare(ref share, together))
        {
            number = -1;
            return false;
        }

        number = share.Next++;
        return true;
    }

    /// <summary>Gives back requests that were taken and not started.</summary>
    public void GiveBack(ref RequestShare share)
    {
        if (share.Next < share.End)
        {
            _givenBack.Enqueue(share);
            share = default;
        }
    }

    private bool TryTakeShare(ref RequestShare share, int together)
    {
        if (_givenBack.TryDequeue(out share))
        {
            return true;
        }

        while (true)
        {
            var next = Volatile.Read(ref _next);
            if (next >= count)
            {
                return false;
            }

            var some = Math.Clamp((count - next) / (2L * connections), 1, LargestShare);
            var size = Math.Min((some + together - 1) / together * together, count - next);
            if (Interlocked.CompareExchange(ref _next, next + size, next) == next)
            {
                share = new RequestShare { Next = next, End = next + size };
                return true;
            }
        }
    }
}
