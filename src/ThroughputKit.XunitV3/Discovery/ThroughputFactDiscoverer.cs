using ThroughputKit.Execution;
using Xunit.Sdk;
using Xunit.v3;

namespace ThroughputKit.Discovery;

/// <summary>Finds the test of a <see cref="ThroughputFactAttribute"/>.</summary>
internal sealed class ThroughputFactDiscoverer : FactDiscoverer
{
    public override async ValueTask<IReadOnlyCollection<IXunitTestCase>> Discover(
        ITestFrameworkDiscoveryOptions discoveryOptions, IXunitTestMethod testMethod, IFactAttribute factAttribute) =>
        GatedTests.Find(await base.Discover(discoveryOptions, SerialCollection.Move(testMethod), factAttribute).ConfigureAwait(false));
}
