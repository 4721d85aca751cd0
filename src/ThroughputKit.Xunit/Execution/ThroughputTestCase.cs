using System.ComponentModel;
using ThroughputKit.Testing;
using Xunit.Abstractions;
using Xunit.Sdk;

namespace ThroughputKit.Execution;

/// <summary>One throughput test, or one row of a theory.</summary>
internal sealed class ThroughputTestCase : XunitTestCase
{
    private readonly GatedCall _call = new();

    [EditorBrowsable(EditorBrowsableState.Never)]
    [Obsolete("For deserialization only.")]
    public ThroughputTestCase()
    {
    }

    /// <param name="diagnosticMessageSink">Receives diagnostic messages.</param>
    /// <param name="options">The options of the discovery.</param>
    /// <param name="testMethod">The method.</param>
    /// <param name="row">The row of a theory; <see langword="null"/> if there is none.</param>
    public ThroughputTestCase(IMessageSink diagnosticMessageSink, ITestFrameworkDiscoveryOptions options, ITestMethod testMethod, object[]? row = null)
        : base(diagnosticMessageSink, options.MethodDisplayOrDefault(), options.MethodDisplayOptionsOrDefault(), testMethod, row) => Gate();

    public override Task<RunSummary> RunAsync(
        IMessageSink diagnosticMessageSink, IMessageBus messageBus, object[] constructorArguments, ExceptionAggregator aggregator,
        CancellationTokenSource cancellationTokenSource)
    {
        // Xunit would say it without the method's name and a remedy.
        aggregator.Run(() => LoadTestException.ThrowIfAny(
            [.. TestRules.CheckArguments(new Testing.TestMethod(Method.ToRuntimeMethod(), TestMethodArguments?.Length ?? 0))]));
        return _call.RunAsync(diagnosticMessageSink, messageBus, cancellationTokenSource, bus =>
            base.RunAsync(diagnosticMessageSink, bus, constructorArguments, aggregator, cancellationTokenSource));
    }

    public override void Deserialize(IXunitSerializationInfo data)
    {
        base.Deserialize(data);
        Gate();
    }

    // A deserialized one is initialized when something asks for its properties.
    protected override void Initialize()
    {
        Gate();
        base.Initialize();
    }

    // Known before the test class is created, so that no part of the test runs.
    protected override string? GetSkipReason(IAttributeInfo factAttribute) =>
        base.GetSkipReason(factAttribute) ?? new KitEnvironment(Environment.GetEnvironmentVariable).SkipReason;

    // Xunit's own timeout rejects methods that aren't async, and counts the wait for other measurements.
    protected override int GetTimeout(IAttributeInfo factAttribute) => 0;

    private void Gate() => TestMethod = _call.Gate(TestMethod, _ => DisplayName, DiagnosticMessageSink);
}
