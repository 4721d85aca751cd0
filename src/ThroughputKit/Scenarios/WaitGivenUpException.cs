namespace ThroughputKit.Scenarios;

/// <summary>Ends a wait for a message that nobody awaits any more, or that can't come any more. Not a failure.</summary>
internal sealed class WaitGivenUpException()
    : OperationCanceledException("The wait for a message was given up, because another call waits on the same socket, or it was closed.");
