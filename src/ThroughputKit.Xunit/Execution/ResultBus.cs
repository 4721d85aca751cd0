using Xunit.Abstractions;
using Xunit.Sdk;

namespace ThroughputKit.Execution;

/// <summary>Adds the kit's output to the results of tests, and reports tests that ended with a <see cref="SkippedException"/> as skipped.</summary>
internal sealed class ResultBus(IMessageBus inner) : IMessageBus
{
    private TestOutputHelper _output = new();
    private int _skipped;

    public async Task<RunSummary> RunAsync(Func<IMessageBus, Task<RunSummary>> run)
    {
        var summary = await run(this).ConfigureAwait(false);
        summary.Failed -= _skipped;
        summary.Skipped += _skipped;
        return summary;
    }

    /// <summary>Writes lines to the output of the test that runs.</summary>
    public void Write(string text) => _output.WriteLine(text);

    public bool QueueMessage(IMessageSinkMessage message) => inner.QueueMessage(message switch
    {
        ITestStarting m => Start(m),
        ITestFailed { ExceptionTypes: [var type, ..], Messages: [var reason, ..] } m when type == typeof(SkippedException).FullName => Skip(m, reason),
        ITestFailed m => new TestFailed(m.Test, m.ExecutionTime, Output(m), m.ExceptionTypes, m.Messages, m.StackTraces, m.ExceptionParentIndices),
        ITestPassed m => new TestPassed(m.Test, m.ExecutionTime, Output(m)),
        ITestFinished m => new TestFinished(m.Test, m.ExecutionTime, m.Output + _output.Output),
        _ => message,
    });

    public void Dispose()
    {
        // The inner bus belongs to the caller.
    }

    private ITestStarting Start(ITestStarting message)
    {
        _output = new TestOutputHelper();
        _output.Initialize(inner, message.Test);
        return message;
    }

    private TestSkipped Skip(ITestFailed message, string reason)
    {
        _skipped++;
        return new TestSkipped(message.Test, reason);
    }

    private string Output(ITestResultMessage message) => message.Output + _output.Output;
}
