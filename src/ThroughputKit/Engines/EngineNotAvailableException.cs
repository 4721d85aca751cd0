namespace ThroughputKit.Engines;

/// <summary>Thrown when an engine can't run on this system.</summary>
internal class EngineNotAvailableException(string message) : Exception(message);
