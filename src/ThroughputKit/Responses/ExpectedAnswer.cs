namespace ThroughputKit.Responses;

/// <summary>What a request expects in return. Immutable; all connections share it.</summary>
/// <param name="statuses">Which statuses are successes: see <see cref="StatusTable"/>.</param>
internal sealed class ExpectedAnswer(bool[] statuses)
{
    public bool Has(int status) => statuses[status];
}
