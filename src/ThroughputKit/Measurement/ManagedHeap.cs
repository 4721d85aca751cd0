namespace ThroughputKit.Measurement;

/// <summary>The size of the managed heap once everything that can go has gone.</summary>
internal static class ManagedHeap
{
    public static long CollectAndMeasure()
    {
        // Twice: what the first collection puts before finalizers only goes with the second.
        Collect();
        GC.WaitForPendingFinalizers();
        Collect();
        return GC.GetTotalMemory(forceFullCollection: false);
    }

    private static void Collect() => GC.Collect(GC.MaxGeneration, GCCollectionMode.Forced, blocking: true, compacting: true);
}
