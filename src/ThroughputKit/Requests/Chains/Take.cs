using ThroughputKit.Requests.Data;

namespace ThroughputKit.Requests.Chains;

/// <summary>A value that a request takes from its response.</summary>
/// <param name="Source">Where it is taken from.</param>
/// <param name="Index">The index of the value among those of the chain.</param>
/// <param name="Places">The places in requests where it is to stand.</param>
internal sealed record Take(ValueSource Source, int Index, ValuePlace[] Places);
