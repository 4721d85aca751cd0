using System.Diagnostics;
using System.Reflection;
using Xunit.Abstractions;
using Xunit.Sdk;

namespace ThroughputKit.Execution;

/// <summary>Calls the test method and judges its measurements by the gates.</summary>
[StackTraceHidden]
internal sealed class ThroughputTestInvoker(
    ITest test,
    IMessageBus messageBus,
    Type testClass,
    object[] constructorArguments,
    MethodInfo testMethod,
    object[] testMethodArguments,
    IReadOnlyList<BeforeAfterTestAttribute> beforeAfterAttributes,
    Action<string> write,
    ExceptionAggregator aggregator,
    CancellationTokenSource cancellationTokenSource)
    : XunitTestInvoker(
        test, messageBus, testClass, constructorArguments, testMethod, testMethodArguments, beforeAfterAttributes, aggregator, cancellationTokenSource)
{
    protected override async Task<decimal> InvokeTestMethodAsync(object testClassInstance)
    {
        if (TestCase.InitializationException is not null)
        {
            return await base.InvokeTestMethodAsync(testClassInstance).ConfigureAwait(false);
        }

        await Aggregator.RunAsync(() => Timer.AggregateAsync(() =>
            GatedCall.RunAsync(
                TestMethod, testClassInstance, TestMethodArguments, Test.DisplayName, write, CancellationTokenSource.Token))).ConfigureAwait(false);
        return Timer.Total;
    }
}
