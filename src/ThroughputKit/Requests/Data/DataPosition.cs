using ThroughputKit.Requests.Chains;

namespace ThroughputKit.Requests.Data;

/// <summary>What decides the values of one request.</summary>
/// <param name="Row">The number of its row, from zero, counted on without end.</param>
/// <param name="Request">The number of the request in its stretch of load: as the row's, but requests that take no row count too.</param>
/// <param name="Connection">The number of its connection.</param>
/// <param name="Number">A number that no other request of the run has.</param>
internal readonly record struct DataPosition(long Row, long Request, int Connection, long Number)
{
    /// <summary>Gets the virtual user whose request it is; <see langword="null"/> if the test is no chain.</summary>
    public VirtualUser? User { get; init; }
}
