using System.Diagnostics;
using System.Reflection;
using ThroughputKit.Testing;
using Xunit;
using Xunit.Abstractions;
using Xunit.Sdk;
using TestMethod = ThroughputKit.Testing.TestMethod;

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
    : XunitTestInvoker(test, messageBus, testClass, constructorArguments, testMethod, testMethodArguments, beforeAfterAttributes, aggregator, cancellationTokenSource)
{
    protected override async Task<decimal> InvokeTestMethodAsync(object testClassInstance)
    {
        if (TestCase.InitializationException is not null)
        {
            return await base.InvokeTestMethodAsync(testClassInstance).ConfigureAwait(false);
        }

        await Aggregator.RunAsync(() => Timer.AggregateAsync(() => RunAsync(testClassInstance))).ConfigureAwait(false);
        return Timer.Total;
    }

    private async Task RunAsync(object instance)
    {
        var attribute = (FactAttribute)TestMethod.GetCustomAttributes().OfType<IThroughputAttribute>().Single();
        var gated = new GatedTest(
            new TestMethod(TestMethod, TestMethodArguments?.Length ?? 0) { DisplayName = Test.DisplayName },
            ((IThroughputAttribute)attribute).Settings,
            attribute.Timeout == 0 ? null : TimeSpan.FromMilliseconds(attribute.Timeout),
            Environment.GetEnvironmentVariable,
            write);
        var outcome = await gated.RunAsync(instance, TestMethodArguments, CancellationTokenSource.Token).ConfigureAwait(false);
        if (outcome.SkipReason is { } reason)
        {
            throw new SkippedException(reason);
        }
    }
}
