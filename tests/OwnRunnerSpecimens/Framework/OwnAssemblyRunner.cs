using Xunit.Sdk;

namespace OwnRunnerSpecimens.Framework;

internal sealed class OwnAssemblyRunner(
    ITestAssembly assembly, IEnumerable<IXunitTestCase> testCases, IMessageSink diagnostics, IMessageSink execution, ITestFrameworkExecutionOptions options)
    : XunitTestAssemblyRunner(assembly, testCases, diagnostics, execution, options)
{
    protected override Task<RunSummary> RunTestCollectionAsync(
        IMessageBus messageBus, ITestCollection testCollection, IEnumerable<IXunitTestCase> testCases, CancellationTokenSource cancellationTokenSource) =>
        new OwnCollectionRunner(
            testCollection, testCases, DiagnosticMessageSink, messageBus, TestCaseOrderer, new ExceptionAggregator(Aggregator), cancellationTokenSource).RunAsync();
}
