using Xunit.Abstractions;
using Xunit.Sdk;

namespace ThroughputKit.Execution;

/// <summary>Reports tests that ended with a <see cref="SkippedException"/> as skipped.</summary>
internal sealed class SkippingBus(IMessageBus inner) : IMessageBus
{
    private int _skipped;

    public static async Task<RunSummary> RunAsync(IMessageBus messageBus, Func<IMessageBus, Task<RunSummary>> run)
    {
        using var bus = new SkippingBus(messageBus);
        var summary = await run(bus).ConfigureAwait(false);
        summary.Failed -= bus._skipped;
        summary.Skipped += bus._skipped;
        return summary;
    }

    public bool QueueMessage(IMessageSinkMessage message)
    {
        if (message is not ITestFailed { ExceptionTypes: [var type, ..], Messages: [var reason, ..] } failed || type != typeof(SkippedException).FullName)
        {
            return inner.QueueMessage(message);
        }

        _skipped++;
        return inner.QueueMessage(new TestSkipped(failed.Test, reason));
    }

    public void Dispose()
    {
        // The inner bus belongs to the caller.
    }
}
