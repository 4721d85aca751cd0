namespace ThroughputKit.Slices;

/// <summary>
/// Where the sides are in their order of requests and in their data. All slices of a round begin at the same place, so that they send the same requests; the
/// next round goes on where the side that was ahead has ended.
/// </summary>
internal sealed class SlicePlace
{
    /// <summary>Gets the number of requests before the next slices.</summary>
    public long First { get; private set; }

    /// <summary>Goes on after a round.</summary>
    public void GoOn(IEnumerable<Slice> round) => First += round.Max(s => s.Sent);
}
