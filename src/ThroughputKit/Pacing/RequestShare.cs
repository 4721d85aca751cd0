namespace ThroughputKit.Pacing;

/// <summary>The numbered requests one connection has taken from a <see cref="RequestBudget"/> and not yet begun.</summary>
internal struct RequestShare
{
    public long Next;
    public long End;
}
