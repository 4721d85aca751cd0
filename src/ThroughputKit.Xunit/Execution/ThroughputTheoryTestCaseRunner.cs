using ThroughputKit.Testing;
using Xunit.Abstractions;
using Xunit.Sdk;

namespace ThroughputKit.Execution;

/// <summary>Runs the rows of a theory that are discovered only when it runs. A theory without rows fails.</summary>
internal sealed class ThroughputTheoryTestCaseRunner(
    IXunitTestCase testCase,
    string displayName,
    string skipReason,
    object[] constructorArguments,
    IMessageSink diagnosticMessageSink,
    IMessageBus messageBus,
    ExceptionAggregator aggregator,
    CancellationTokenSource cancellationTokenSource)
    : XunitTheoryTestCaseRunner(testCase, displayName, skipReason, constructorArguments, diagnosticMessageSink, messageBus, aggregator, cancellationTokenSource)
{
    protected override async Task<RunSummary> RunTestAsync()
    {
        var summary = await base.RunTestAsync().ConfigureAwait(false);
        return summary.Total > 0 || Aggregator.HasExceptions ? summary : FailWithoutData();
    }

    // Xunit would silently drop the theory.
    private RunSummary FailWithoutData()
    {
        var test = CreateTest(TestCase, DisplayName);
        var problem = new LoadTestException(TestProblems.NoData(TestMethod.Name));
        IMessageSinkMessage[] messages = [new TestStarting(test), new TestFailed(test, 0, "", problem), new TestFinished(test, 0, "")];
        if (!messages.All(MessageBus.QueueMessage))
        {
            CancellationTokenSource.Cancel();
        }

        return new RunSummary { Total = 1, Failed = 1 };
    }
}
