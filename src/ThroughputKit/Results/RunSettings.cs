namespace ThroughputKit;

/// <summary>The settings of a run that its figures don't show. The requests are without the headers that a preparation adds.</summary>
internal sealed record RunSettings(IReadOnlyList<LoadRequest> Requests, LoadRate? Rate, AppPlace Place, bool WarmsUp)
{
    /// <summary>Gets whether the requests were a chain.</summary>
    public bool IsChain { get; init; }
}
