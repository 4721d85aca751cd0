using System.ComponentModel;
using ThroughputKit.Testing;
using Xunit.Abstractions;
using Xunit.Sdk;

namespace ThroughputKit.Execution;

/// <summary>A theory whose rows are discovered only when it runs.</summary>
internal sealed class ThroughputTheoryTestCase : XunitTheoryTestCase
{
    [EditorBrowsable(EditorBrowsableState.Never)]
    [Obsolete("For deserialization only.")]
    public ThroughputTheoryTestCase()
    {
    }

    public ThroughputTheoryTestCase(
        IMessageSink diagnosticMessageSink, TestMethodDisplay display, TestMethodDisplayOptions displayOptions, ITestMethod testMethod)
        : base(diagnosticMessageSink, display, displayOptions, testMethod)
    {
    }

    public override Task<RunSummary> RunAsync(
        IMessageSink diagnosticMessageSink, IMessageBus messageBus, object[] constructorArguments, ExceptionAggregator aggregator, CancellationTokenSource cancellationTokenSource) =>
        SkippingBus.RunAsync(messageBus, bus => new ThroughputTheoryTestCaseRunner(
            this, DisplayName, SkipReason, constructorArguments, diagnosticMessageSink, bus, aggregator, cancellationTokenSource).RunAsync());

    // Known before the test class is created, so that no part of the test runs.
    protected override string? GetSkipReason(IAttributeInfo factAttribute) =>
        base.GetSkipReason(factAttribute) ?? new KitEnvironment(Environment.GetEnvironmentVariable).SkipReason;

    // Xunit's own timeout rejects methods that aren't async, and counts the wait for other measurements.
    protected override int GetTimeout(IAttributeInfo factAttribute) => 0;
}
