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

    /// <summary>Takes the number of the next request. Returns <see langword="false"/> if all have been taken.</summary>
    public bool TryTake(ref RequestShare share, out long number)
    {
        if (share.Next >= share.End && !TryTakeShare(ref share))
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

    private bool TryTakeShare(ref RequestShare share)
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

            var size = Math.Clamp((count - next) / (2L * connections), 1, LargestShare);
            if (Interlocked.CompareExchange(ref _next, next + size, next) == next)
            {
                share = new RequestShare { Next = next, End = next + size };
                return true;
            }
        }
    }
}
