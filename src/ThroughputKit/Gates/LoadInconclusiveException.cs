using ThroughputKit.Gates;

namespace ThroughputKit;

/// <summary>Gates could not be judged, and that was to count as a failure. The message says why, gate by gate.</summary>
public sealed class LoadInconclusiveException : Exception, IAssertionException
{
    internal LoadInconclusiveException(string message)
        : base(message)
    {
    }
}
