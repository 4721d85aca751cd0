namespace ThroughputKit.Probes;

/// <summary>The size of the managed heap after everything collectable has been collected.</summary>
internal static class ManagedHeap
{
    private static readonly TimeSpan _timeout = TimeSpan.FromSeconds(1);

    public static long CollectAndMeasure()
    {
        // Twice: objects that the first collection hands to finalizers are freed only by the second.
        Collect();
        WaitForFinalizers();
        Collect();
        return GC.GetTotalMemory(forceFullCollection: false);
    }

    // A finalizer that never ends must not block the run.
    private static void WaitForFinalizers() => Task.Factory
        .StartNew(GC.WaitForPendingFinalizers, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default)
        .Wait(_timeout);

    private static void Collect() => GC.Collect(GC.MaxGeneration, GCCollectionMode.Forced, blocking: true, compacting: true);
}
