namespace ThroughputKit.Probes;

/// <summary>The use of this process's thread pool within the window.</summary>
/// <param name="Minimum">The number of threads that the pool provides without delay.</param>
/// <param name="RaisedMinimum">The highest minimum that the kit or the test runner has set; 0 if neither has set one.</param>
/// <param name="ThreadsBefore">The number of threads at the beginning of the window.</param>
/// <param name="ThreadsAfter">The number of threads when the last request had been answered.</param>
/// <param name="Looks">The number of samples, one every 100 ms.</param>
/// <param name="Waiting">The number of samples in which work was waiting for a thread.</param>
/// <param name="Pending">The number of work items still waiting when the last request had been answered.</param>
internal sealed record PoolUse(int Minimum, int RaisedMinimum, int ThreadsBefore, int ThreadsAfter, int Looks, int Waiting, long Pending);
