using ThroughputKit.Testing;
using Xunit.Abstractions;
using Xunit.Sdk;

namespace ThroughputKit.Execution;

/// <summary>
/// Limits the tests' own output, adds the kit's to their results, and reports tests that ended with a <see cref="SkippedException"/> as skipped.
/// </summary>
internal sealed class ResultBus(IMessageBus inner) : IMessageBus
{
    private TestOutputHelper _output = new();
    private OutputLimit _limit = new();
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

    public bool QueueMessage(IMessageSinkMessage message) => message is ITestOutput output ? Pass(output) : inner.QueueMessage(message switch
    {
        ITestStarting m => Start(m),
        ITestFailed { ExceptionTypes: [var type, ..], Messages: [var reason, ..] } m when type == typeof(SkippedException).FullName => Skip(m, reason),
        ITestFailed m => new TestFailed(m.Test, m.ExecutionTime, EndOutput(m), m.ExceptionTypes, m.Messages, m.StackTraces, m.ExceptionParentIndices),
        ITestPassed m => new TestPassed(m.Test, m.ExecutionTime, EndOutput(m)),
        ITestFinished m => new TestFinished(m.Test, m.ExecutionTime, Output(m.Output)),
        _ => message,
    });

    public void Dispose()
    {
        // The inner bus belongs to the caller.
    }

    private bool Pass(ITestOutput message) =>
        _limit.Add(message.Output) is not { Length: > 0 } passed || inner.QueueMessage(new TestOutput(message.Test, passed));

    private ITestStarting Start(ITestStarting message)
    {
        _limit = new OutputLimit();
        _output = new TestOutputHelper();
        _output.Initialize(inner, message.Test);
        return message;
    }

    private TestSkipped Skip(ITestFailed message, string reason)
    {
        _skipped++;
        return new TestSkipped(message.Test, reason);
    }

    private string EndOutput(ITestResultMessage message)
    {
        if (_limit.LeftOut is { } leftOut)
        {
            Write(leftOut);
        }

        return Output(message.Output);
    }

    private string Output(string own) => (_limit.LeftOut is null ? own : _limit.Passed) + _output.Output;
}
