using ThroughputKit.Execution;
using Xunit.Abstractions;
using Xunit.Sdk;

namespace ThroughputKit.Discovery;

/// <summary>Finds the tests of a <see cref="ThroughputTheoryAttribute"/>: one per row, or one for all rows that can't be serialized.</summary>
internal sealed class ThroughputTheoryDiscoverer(IMessageSink diagnosticMessageSink) : TheoryDiscoverer(diagnosticMessageSink)
{
    public override IEnumerable<IXunitTestCase> Discover(
        ITestFrameworkDiscoveryOptions discoveryOptions, ITestMethod testMethod, IAttributeInfo theoryAttribute) =>
        base.Discover(discoveryOptions, SerialTestCollection.Move(testMethod), theoryAttribute);

    protected override IEnumerable<IXunitTestCase> CreateTestCasesForDataRow(
        ITestFrameworkDiscoveryOptions discoveryOptions, ITestMethod testMethod, IAttributeInfo theoryAttribute, object[] dataRow) =>
        [new ThroughputTestCase(DiagnosticMessageSink, discoveryOptions, testMethod, dataRow)];

    protected override IEnumerable<IXunitTestCase> CreateTestCasesForTheory(
        ITestFrameworkDiscoveryOptions discoveryOptions, ITestMethod testMethod, IAttributeInfo theoryAttribute) =>
        [new ThroughputTheoryTestCase(DiagnosticMessageSink, discoveryOptions, testMethod)];
}
