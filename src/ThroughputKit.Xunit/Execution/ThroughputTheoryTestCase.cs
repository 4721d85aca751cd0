using System.ComponentModel;
using ThroughputKit.Testing;
using Xunit.Abstractions;
using Xunit.Sdk;

namespace ThroughputKit.Execution;

/// <summary>A theory whose rows are discovered only when it runs.</summary>
internal sealed class ThroughputTheoryTestCase : XunitTheoryTestCase
{
    private readonly GatedCall _call = new();

    [EditorBrowsable(EditorBrowsableState.Never)]
    [Obsolete("For deserialization only.")]
    public ThroughputTheoryTestCase()
    {
    }

    /// <param name="diagnosticMessageSink">Receives diagnostic messages.</param>
    /// <param name="options">The options of the discovery.</param>
    /// <param name="testMethod">The method.</param>
    public ThroughputTheoryTestCase(IMessageSink diagnosticMessageSink, ITestFrameworkDiscoveryOptions options, ITestMethod testMethod)
        : base(diagnosticMessageSink, options.MethodDisplayOrDefault(), options.MethodDisplayOptionsOrDefault(), testMethod) => Gate();

    public override Task<RunSummary> RunAsync(
        IMessageSink diagnosticMessageSink, IMessageBus messageBus, object[] constructorArguments, ExceptionAggregator aggregator,
        CancellationTokenSource cancellationTokenSource) =>
        _call.RunAsync(diagnosticMessageSink, messageBus, cancellationTokenSource, bus => new ThroughputTheoryTestCaseRunner(
            this, DisplayName, SkipReason, constructorArguments, diagnosticMessageSink, bus, aggregator, cancellationTokenSource).RunAsync());

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

    // As for a single test.
    protected override string? GetSkipReason(IAttributeInfo factAttribute) =>
        base.GetSkipReason(factAttribute) ?? new KitEnvironment(Environment.GetEnvironmentVariable).SkipReason;

    protected override int GetTimeout(IAttributeInfo factAttribute) => 0;

    private void Gate() => TestMethod = _call.Gate(
        TestMethod, row => TestMethod.Method.GetDisplayNameWithArguments(DisplayName, row, genericTypes: null), DiagnosticMessageSink);
}
