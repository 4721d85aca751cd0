namespace ThroughputKit.Watching;

/// <summary>Something that a <see cref="Watcher"/> looks after again and again.</summary>
internal interface IWatched
{
    /// <param name="now">The time in Stopwatch ticks.</param>
    void Watch(long now);
}
