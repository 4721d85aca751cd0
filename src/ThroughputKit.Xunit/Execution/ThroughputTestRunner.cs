using System.Reflection;
using Xunit.Abstractions;
using Xunit.Sdk;

namespace ThroughputKit.Execution;

/// <summary>Runs one throughput test, and keeps its output whether or not the test class takes an output helper.</summary>
internal sealed class ThroughputTestRunner(
    ITest test,
    IMessageBus messageBus,
    Type testClass,
    object[] constructorArguments,
    MethodInfo testMethod,
    object[] testMethodArguments,
    string skipReason,
    IReadOnlyList<BeforeAfterTestAttribute> beforeAfterAttributes,
    IMessageSink diagnosticMessageSink,
    ExceptionAggregator aggregator,
    CancellationTokenSource cancellationTokenSource)
    : XunitTestRunner(
        test, messageBus, testClass, constructorArguments, testMethod, testMethodArguments, skipReason, beforeAfterAttributes, aggregator,
        cancellationTokenSource)
{
    private TestOutputHelper? _output;

    protected override async Task<Tuple<decimal, string>> InvokeTestAsync(ExceptionAggregator aggregator)
    {
        var own = new TestOutputHelper();
        own.Initialize(MessageBus, Test);
        _output = own;
        var (time, output) = await base.InvokeTestAsync(aggregator).ConfigureAwait(false);
        var all = output + own.Output;
        own.Uninitialize();
        return Tuple.Create(time, all);
    }

    protected override Task<decimal> InvokeTestMethodAsync(ExceptionAggregator aggregator) => new ThroughputTestInvoker(
        Test, MessageBus, TestClass, ConstructorArguments, TestMethod, TestMethodArguments, BeforeAfterAttributes, Write, aggregator, CancellationTokenSource)
            .RunAsync();

    private void Write(string text)
    {
        (ConstructorArguments.OfType<TestOutputHelper>().FirstOrDefault() ?? _output!).WriteLine(text);
        diagnosticMessageSink.OnMessage(new DiagnosticMessage($"{Test.DisplayName}: {text}"));
    }
}
