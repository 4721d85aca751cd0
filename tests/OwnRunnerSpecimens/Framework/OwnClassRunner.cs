using Xunit.Sdk;

namespace OwnRunnerSpecimens.Framework;

internal sealed class OwnClassRunner(
    ITestClass testClass,
    IReflectionTypeInfo @class,
    IEnumerable<IXunitTestCase> testCases,
    IMessageSink diagnostics,
    IMessageBus messageBus,
    ITestCaseOrderer orderer,
    ExceptionAggregator aggregator,
    CancellationTokenSource cancellationTokenSource,
    IDictionary<Type, object> fixtures)
    : XunitTestClassRunner(testClass, @class, testCases, diagnostics, messageBus, orderer, aggregator, cancellationTokenSource, fixtures)
{
    protected override Task<RunSummary> RunTestMethodAsync(
        ITestMethod testMethod, IReflectionMethodInfo method, IEnumerable<IXunitTestCase> testCases, object[] constructorArguments) =>
        new OwnMethodRunner(
            testMethod, Class, method, testCases, DiagnosticMessageSink, MessageBus, new ExceptionAggregator(Aggregator), CancellationTokenSource, constructorArguments).RunAsync();
}
