namespace ThroughputKit.Pacing;

/// <summary>The numbered requests that one connection has taken from a <see cref="RequestBudget"/> and not yet started.</summary>
internal struct RequestShare
{
    public long Next;
    public long End;
}
