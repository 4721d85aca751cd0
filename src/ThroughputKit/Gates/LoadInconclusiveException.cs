using ThroughputKit.Gates;

namespace ThroughputKit;

/// <summary>The gates of a test could not be judged, and its policy is to fail then.</summary>
internal sealed class LoadInconclusiveException(string message) : Exception(message), IAssertionException;
