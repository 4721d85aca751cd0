using Xunit.Sdk;

namespace OwnRunnerSpecimens.Framework;

internal sealed class OwnCollectionRunner(
    ITestCollection collection,
    IEnumerable<IXunitTestCase> testCases,
    IMessageSink diagnostics,
    IMessageBus messageBus,
    ITestCaseOrderer orderer,
    ExceptionAggregator aggregator,
    CancellationTokenSource cancellationTokenSource)
    : XunitTestCollectionRunner(collection, testCases, diagnostics, messageBus, orderer, aggregator, cancellationTokenSource)
{
    protected override Task<RunSummary> RunTestClassAsync(ITestClass testClass, IReflectionTypeInfo @class, IEnumerable<IXunitTestCase> testCases) =>
        new OwnClassRunner(
            testClass, @class, testCases, DiagnosticMessageSink, MessageBus, TestCaseOrderer, new ExceptionAggregator(Aggregator), CancellationTokenSource, CollectionFixtureMappings)
            .RunAsync();
}
