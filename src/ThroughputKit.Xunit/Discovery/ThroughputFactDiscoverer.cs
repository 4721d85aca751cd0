using ThroughputKit.Execution;
using Xunit.Abstractions;
using Xunit.Sdk;

namespace ThroughputKit.Discovery;

/// <summary>Finds the test of a <see cref="ThroughputFactAttribute"/>. What is wrong with its method is said when it runs.</summary>
internal sealed class ThroughputFactDiscoverer(IMessageSink diagnosticMessageSink) : IXunitTestCaseDiscoverer
{
    public IEnumerable<IXunitTestCase> Discover(ITestFrameworkDiscoveryOptions discoveryOptions, ITestMethod testMethod, IAttributeInfo factAttribute) =>
    [
        new ThroughputTestCase(
            diagnosticMessageSink, discoveryOptions.MethodDisplayOrDefault(), discoveryOptions.MethodDisplayOptionsOrDefault(), Alone.Move(testMethod)),
    ];
}
