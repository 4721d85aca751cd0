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

    private readonly WeakReference<Exception>?[] _slots = new WeakReference<Exception>?[Slots];

    /// <summary>Adds an exception. Returns false if it was seen before.</summary>
    public bool TryAdd(Exception exception)
    {
        var first = RuntimeHelpers.GetHashCode(exception);
        for (var i = 0; i < Tries; i++)
        {
            if (At(first + i)?.TryGetTarget(out var seen) == true && ReferenceEquals(seen, exception))
            {
                return false;
            }
        }

        var added = new WeakReference<Exception>(exception);
        for (var i = 0; i < Tries; i++)
        {
            var slot = At(first + i);
            if ((slot is null || !slot.TryGetTarget(out _)) && Interlocked.CompareExchange(ref At(first + i), added, slot) == slot)
            {
                return true;
            }
        }

        At(first) = added;
        return true;
    }

    private ref WeakReference<Exception>? At(int index) => ref _slots[index & (Slots - 1)];
}
