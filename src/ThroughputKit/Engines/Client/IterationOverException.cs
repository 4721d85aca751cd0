namespace ThroughputKit.Engines.Client;

/// <summary>Ends an iteration, because the load is over or a step had no more time. Not a failure.</summary>
internal sealed class IterationOverException(CancellationToken cancellationToken)
    : OperationCanceledException("The iteration has to end, because the load is over or a step was not done in time.", cancellationToken);
