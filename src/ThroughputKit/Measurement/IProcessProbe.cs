namespace ThroughputKit.Measurement;

/// <summary>Reads the counters of the process that an app runs in. What can't be had, because the process has gone or doesn't answer, is <see langword="null"/>.</summary>
internal interface IProcessProbe
{
    /// <summary>Gets whether the process has ended: nothing more can be had of it.</summary>
    bool HasGone { get; }

    /// <summary>
    /// Gets what the process, though it was alive, did not answer in time, the first time: how long was waited, and what for. <see langword="null"/>
    /// if it has answered everything.
    /// </summary>
    string? Silence { get; }

    /// <summary>Reads the counters in the quiet moment before the load.</summary>
    ProcessSnapshot? TakeBefore();

    /// <summary>Reads the counters in the quiet moment after the load.</summary>
    ProcessSnapshot? TakeAfter();

    /// <summary>Collects in full, and gets the bytes of the managed heap.</summary>
    long? CollectAndMeasure();

    /// <summary>Gets how many methods have been compiled.</summary>
    long? CountCompiledMethods();

    /// <summary>Gets the bytes of the working set. Asked while the load runs, so it disturbs nothing that is measured.</summary>
    long ReadWorkingSet();

    /// <summary>Begins to sample which types are allocated. That takes time and allocates, so nothing may be measured meanwhile.</summary>
    void BeginSampling();

    /// <summary>Ends the sampling, and gets the types of which most bytes were allocated, the largest share first.</summary>
    IReadOnlyList<AllocatedType> EndSampling(int count);
}
