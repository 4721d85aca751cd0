using ThroughputKit.Execution;
using Xunit.Sdk;
using Xunit.v3;

namespace ThroughputKit.Discovery;

/// <summary>Finds the tests of a <see cref="ThroughputTheoryAttribute"/>: one per row, or one for all rows that can't be serialized.</summary>
internal sealed class ThroughputTheoryDiscoverer : TheoryDiscoverer
{
    public override async ValueTask<IReadOnlyCollection<IXunitTestCase>> Discover(
        ITestFrameworkDiscoveryOptions discoveryOptions, IXunitTestMethod testMethod, IFactAttribute factAttribute) =>
        GatedTests.Find(await base.Discover(discoveryOptions, SerialCollection.Move(testMethod), factAttribute).ConfigureAwait(false));
}
