namespace ThroughputKit.Tests.Support;

/// <summary>What code allocates on this thread.</summary>
internal static class Allocated
{
    private const int Attempts = 5;

    /// <summary>Returns the least bytes of some attempts: when code is first used the runtime compiles it, and may allocate a table of 32 KB for itself.</summary>
    public static long By(Action code, int times = 1)
    {
        var least = long.MaxValue;
        for (var attempt = 0; attempt < Attempts && least > 0; attempt++)
        {
            var before = GC.GetAllocatedBytesForCurrentThread();
            for (var i = 0; i < times; i++)
            {
                code();
            }

            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }

        return least;
    }
}
