namespace ThroughputKit.Engines;

/// <summary>The engine of a run, and why it isn't epoll if it should have been.</summary>
internal sealed record EngineChoice(ILoadEngine Engine, LoadEngine Kind, string? WhyNotEpoll = null);
