namespace ThroughputKit.Probes;

/// <summary>An object that a <see cref="Watcher"/> calls periodically.</summary>
internal interface IWatched
{
    /// <param name="now">The current time in Stopwatch ticks.</param>
    void Watch(long now);
}
