namespace ThroughputKit;

/// <summary>Thrown when gates could not be judged and inconclusive verdicts are set to fail. The message gives the reason for each gate.</summary>
public sealed class LoadInconclusiveException : Exception, IAssertionException
{
    internal LoadInconclusiveException(string message)
        : base(message)
    {
    }
}
