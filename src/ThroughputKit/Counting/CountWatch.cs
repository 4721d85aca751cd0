namespace ThroughputKit.Counting;

/// <summary>Counts what this process does, from creation until disposal. Counting takes time and allocates, so nothing may be measured in the meantime.</summary>
internal sealed class CountWatch : IDisposable
{
    /// <param name="ownPort">The port of an app in this process: requests to it are those of the generator, and don't count.</param>
    public CountWatch(int? ownPort) => _ = ownPort;

    /// <summary>Returns the counts since the creation, in the order of <see cref="CountKind"/>.</summary>
    public long[] Read() => new long[Enum.GetValues<CountKind>().Length];

    /// <summary>Returns what was counted so far, and what can't be known.</summary>
    public CountedTexts Texts() => CountedTexts.None;

    public void Dispose()
    {
        // nothing to end yet
    }
}
