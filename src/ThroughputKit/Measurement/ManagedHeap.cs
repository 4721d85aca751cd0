namespace ThroughputKit.Measurement;

/// <summary>The size of the managed heap once everything that can go has gone.</summary>
internal static class ManagedHeap
{
    private static readonly TimeSpan _patience = TimeSpan.FromSeconds(1);

    public static long CollectAndMeasure()
    {
        // Twice: what the first collection puts before finalizers only goes with the second.
        Collect();
        WaitForFinalizers();
        Collect();
        return GC.GetTotalMemory(forceFullCollection: false);
    }

    // A finalizer that never ends must not hold the run up.
    private static void WaitForFinalizers() => Task.Factory
        .StartNew(GC.WaitForPendingFinalizers, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default)
        .Wait(_patience);

    private static void Collect() => GC.Collect(GC.MaxGeneration, GCCollectionMode.Forced, blocking: true, compacting: true);
}
