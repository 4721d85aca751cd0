using ThroughputKit.Counting;

namespace ThroughputKit.Probes;

/// <summary>Reads the counters of the process that an app runs in. A value is <see langword="null"/> if the process has ended or doesn't answer.</summary>
internal interface IProcessProbe
{
    /// <summary>Gets whether the process has ended. It then has no more values.</summary>
    bool HasExited { get; }

    /// <summary>
    /// Gets a description of the first call that the process, though alive, did not answer in time (the length of the wait, and its purpose);
    /// <see langword="null"/> if it has answered everything.
    /// </summary>
    string? UnansweredCommand { get; }

    /// <summary>Reads the counters in the quiet moment before the load.</summary>
    ProcessSnapshot? TakeBefore();

    /// <summary>Reads the counters in the quiet moment after the load.</summary>
    ProcessSnapshot? TakeAfter();

    /// <summary>Performs a full collection, and returns the size of the managed heap in bytes.</summary>
    long? CollectAndMeasure();

    /// <summary>Returns the number of methods compiled so far.</summary>
    long? CountCompiledMethods();

    /// <summary>Returns the number of methods that the compiler still has to optimize. The first call begins to watch it, which takes a little time.</summary>
    long? CountOwedMethods();

    /// <summary>Ends the watch of the compiler, so that nothing but the app is measured.</summary>
    void EndCompilerWatch();

    /// <summary>Returns the working set in bytes. Called during the load, so it must not disturb any measurement.</summary>
    long ReadWorkingSet();

    /// <summary>Begins to sample the allocated types. Sampling takes time and allocates, so nothing may be measured in the meantime.</summary>
    void BeginSampling();

    /// <summary>Ends the sampling, and returns the types with the most allocated bytes, the largest share first.</summary>
    IReadOnlyList<AllocatedType> EndSampling(int count);

    /// <summary>Begins to count what the process does. Counting takes time and allocates, so nothing else may be measured in the meantime.</summary>
    /// <param name="ownPort">
    /// The port of an app in this process that the generator loads with HttpClient, as in a scenario: requests to it don't count. <see langword="null"/>
    /// otherwise.
    /// </param>
    void BeginCounting(int? ownPort);

    /// <summary>
    /// Returns how long it takes from now until everything is counted, loaded or not; zero if it is already. <see langword="null"/> if the process doesn't
    /// answer.
    /// </summary>
    TimeSpan? CountsSettleIn();

    /// <summary>Returns the counts since <see cref="BeginCounting"/>, in the order of <see cref="CountKind"/>.</summary>
    long[]? ReadCounts();

    /// <summary>Forgets the texts of what was counted so far.</summary>
    void ForgetTexts();

    /// <summary>Ends the counting, and returns what was counted; <see langword="null"/> if the process doesn't answer, or doesn't count.</summary>
    CountedTexts? EndCounting();
}
