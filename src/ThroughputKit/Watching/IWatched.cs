namespace ThroughputKit.Watching;

/// <summary>Something that the run's own thread looks after every few milliseconds.</summary>
internal interface IWatched
{
    /// <param name="now">The time in Stopwatch ticks.</param>
    void Watch(long now);
}
