namespace ThroughputKit.Engines;

/// <summary>The engine of a run, and why no faster one could be used; <see langword="null"/> if there is none, or the test asks for this one.</summary>
internal sealed record EngineChoice(ILoadEngine Engine, LoadEngine Kind, string? WhyNotFaster = null);
