namespace ThroughputKit.Engines;

/// <summary>An engine can't run on this system.</summary>
internal sealed class EngineNotAvailableException(string message) : Exception(message);
