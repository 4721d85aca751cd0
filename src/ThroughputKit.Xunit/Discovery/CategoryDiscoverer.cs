using Xunit.Abstractions;
using Xunit.Sdk;

namespace ThroughputKit.Discovery;

/// <summary>Puts every throughput test into one category, to run these tests alone or to leave them out.</summary>
internal sealed class CategoryDiscoverer : ITraitDiscoverer
{
    public IEnumerable<KeyValuePair<string, string>> GetTraits(IAttributeInfo traitAttribute) => [new("Category", "Throughput")];
}
