namespace ThroughputKit;

/// <summary>What a run was set to do, as far as its figures don't say it.</summary>
/// <param name="Requests">What was sent, without the headers that a preparation adds.</param>
/// <param name="PipelineDepth">How many requests were written to a connection together.</param>
/// <param name="Rate">The rate that was set; <see langword="null"/> without one.</param>
/// <param name="Place">Where the app ran.</param>
/// <param name="WarmsUp">Whether there was a warm-up.</param>
internal sealed record RunSettings(IReadOnlyList<LoadRequest> Requests, int PipelineDepth, LoadRate? Rate, AppPlace Place, bool WarmsUp);
