using System.ComponentModel;
using ThroughputKit.Testing;
using Xunit.Abstractions;
using Xunit.Sdk;

namespace ThroughputKit.Execution;

/// <summary>One throughput test, or one row of a theory.</summary>
internal sealed class ThroughputTestCase : XunitTestCase
{
    [EditorBrowsable(EditorBrowsableState.Never)]
    [Obsolete("For deserialization only.")]
    public ThroughputTestCase()
    {
    }

    public ThroughputTestCase(
        IMessageSink diagnosticMessageSink, TestMethodDisplay display, TestMethodDisplayOptions displayOptions, ITestMethod testMethod, object[]? arguments = null)
        : base(diagnosticMessageSink, display, displayOptions, testMethod, arguments)
    {
    }

    public override Task<RunSummary> RunAsync(
        IMessageSink diagnosticMessageSink, IMessageBus messageBus, object[] constructorArguments, ExceptionAggregator aggregator, CancellationTokenSource cancellationTokenSource) =>
        SkippingBus.RunAsync(messageBus, bus => new ThroughputTestCaseRunner(
            this, DisplayName, SkipReason, constructorArguments, TestMethodArguments, diagnosticMessageSink, bus, aggregator, cancellationTokenSource).RunAsync());

    // Known before the test class is created, so that no part of the test runs.
    protected override string? GetSkipReason(IAttributeInfo factAttribute) =>
        base.GetSkipReason(factAttribute) ?? new KitEnvironment(Environment.GetEnvironmentVariable).SkipReason;

    // Xunit's own timeout rejects methods that aren't async, and counts the wait for other measurements.
    protected override int GetTimeout(IAttributeInfo factAttribute) => 0;
}
