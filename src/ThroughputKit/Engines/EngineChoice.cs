namespace ThroughputKit.Engines;

/// <summary>The engine of a run.</summary>
/// <param name="Engine">The engine.</param>
/// <param name="Kind">What it is.</param>
/// <param name="WhyNotEpoll">Why it is not the engine that it should be; <see langword="null"/> if it is.</param>
internal sealed record EngineChoice(ILoadEngine Engine, LoadEngine Kind, string? WhyNotEpoll = null);
