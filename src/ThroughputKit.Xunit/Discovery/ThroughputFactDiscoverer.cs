using ThroughputKit.Execution;
using Xunit.Abstractions;
using Xunit.Sdk;

namespace ThroughputKit.Discovery;

/// <summary>Finds the test of a <see cref="ThroughputFactAttribute"/>. Problems with its method are reported when it runs.</summary>
internal sealed class ThroughputFactDiscoverer(IMessageSink diagnosticMessageSink) : IXunitTestCaseDiscoverer
{
    public IEnumerable<IXunitTestCase> Discover(ITestFrameworkDiscoveryOptions discoveryOptions, ITestMethod testMethod, IAttributeInfo factAttribute) =>
        [new ThroughputTestCase(diagnosticMessageSink, discoveryOptions, SerialTestCollection.Move(testMethod))];
}
