using Xunit.Sdk;
using Xunit.v3;

namespace ThroughputKit.Execution;

/// <summary>Receives what was reported before.</summary>
internal sealed class SilentBus : IMessageBus
{
    public bool QueueMessage(IMessageSinkMessage message) => true;

    public void Dispose()
    {
        // holds nothing
    }
}
