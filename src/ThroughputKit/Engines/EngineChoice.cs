namespace ThroughputKit.Engines;

/// <summary>The engine of a run.</summary>
/// <param name="Engine">The engine.</param>
/// <param name="Kind">The kind of the engine.</param>
/// <param name="WhyNotEpoll">Why the run doesn't use epoll although it should; <see langword="null"/> otherwise.</param>
internal sealed record EngineChoice(ILoadEngine Engine, LoadEngine Kind, string? WhyNotEpoll = null);
