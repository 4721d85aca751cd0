namespace ThroughputKit;

/// <summary>The settings of a run that its figures don't show.</summary>
/// <param name="Requests">The requests sent, without the headers that a preparation adds.</param>
/// <param name="PipelineDepth">The number of requests written to a connection together.</param>
/// <param name="Rate">The set rate; <see langword="null"/> if there was none.</param>
/// <param name="Place">The place where the app ran.</param>
/// <param name="WarmsUp">Whether there was a warm-up.</param>
internal sealed record RunSettings(IReadOnlyList<LoadRequest> Requests, int PipelineDepth, LoadRate? Rate, AppPlace Place, bool WarmsUp);
