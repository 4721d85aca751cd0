using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace ThroughputKit.Counting;

/// <summary>
/// The exceptions that were seen lately, without keeping them alive. It takes no lock: that would be counted as one of the app's. So an exception
/// that is thrown again after thousands of others may be forgotten.
/// </summary>
internal sealed class SeenExceptions
{
    private const int Slots = 8192; // a power of 2
    private const int Tries = 16;

    private readonly Seen?[] _slots = new Seen?[Slots];

    /// <summary>
    /// Adds an exception. Returns false if it was seen before, and passes on. One that the app keeps, and throws for many requests, begins anew each time.
    /// </summary>
    public bool TryAdd(Exception exception)
    {
        var first = RuntimeHelpers.GetHashCode(exception);
        for (var i = 0; i < Tries; i++)
        {
            if (At(first + i) is { } seen && seen.Exception.TryGetTarget(out var known) && ReferenceEquals(known, exception))
            {
                return seen.BeginsAnew(exception);
            }
        }

        var added = new Seen(new WeakReference<Exception>(exception));
        for (var i = 0; i < Tries; i++)
        {
            var slot = At(first + i);
            if ((slot is null || !slot.Exception.TryGetTarget(out _)) && Interlocked.CompareExchange(ref At(first + i), added, slot) == slot)
            {
                return true;
            }
        }

        At(first) = added;
        return true;
    }

    private ref Seen? At(int index) => ref _slots[index & (Slots - 1)];

    private sealed class Seen(WeakReference<Exception> exception)
    {
        // More passes than an exception makes on its way through one request.
        private const int MostPasses = 50;

        private int _passes;
        private int _frames;

        public WeakReference<Exception> Exception => exception;

        // On its way, its trace only grows.
        public bool BeginsAnew(Exception passing)
        {
            if (Interlocked.Increment(ref _passes) < MostPasses)
            {
                return false;
            }

            var frames = new StackTrace(passing, fNeedFileInfo: false).FrameCount;
            return frames <= Interlocked.Exchange(ref _frames, frames);
        }
    }
}
