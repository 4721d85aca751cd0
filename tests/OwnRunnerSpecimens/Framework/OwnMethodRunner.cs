using Xunit.Sdk;

namespace OwnRunnerSpecimens.Framework;

/// <summary>Runs each case by the runner of its base type.</summary>
internal sealed class OwnMethodRunner(
    ITestMethod testMethod,
    IReflectionTypeInfo @class,
    IReflectionMethodInfo method,
    IEnumerable<IXunitTestCase> testCases,
    IMessageSink diagnostics,
    IMessageBus messageBus,
    ExceptionAggregator aggregator,
    CancellationTokenSource cancellationTokenSource,
    object[] constructorArguments)
    : XunitTestMethodRunner(testMethod, @class, method, testCases, diagnostics, messageBus, aggregator, cancellationTokenSource, constructorArguments)
{
    protected override Task<RunSummary> RunTestCaseAsync(IXunitTestCase testCase) => testCase is XunitTheoryTestCase
        ? new XunitTheoryTestCaseRunner(
            testCase, testCase.DisplayName, testCase.SkipReason, constructorArguments, diagnostics, MessageBus, new ExceptionAggregator(Aggregator), CancellationTokenSource).RunAsync()
        : new XunitTestCaseRunner(
            testCase, testCase.DisplayName, testCase.SkipReason, constructorArguments, testCase.TestMethodArguments, MessageBus, new ExceptionAggregator(Aggregator), CancellationTokenSource).RunAsync();
}
