using System.Diagnostics.Tracing;

namespace ThroughputKit.Probes;

/// <summary>Listens to the runtime's own events, from creation until disposal.</summary>
/// <remarks>
/// The runtime has a lock for all listeners, and another one for its own events. Creating a listener takes the first one and then the second one. Disposing
/// of it takes them the other way round, so both at once wait for each other for ever, and then the process can't even exit. Here disposal has the first one
/// from the start: it happens in a callback for an event source, during which the runtime holds it.
/// </remarks>
internal abstract class RuntimeEvents : EventListener
{
    private const string Runtime = "Microsoft-Windows-DotNETRuntime";

    /// <summary>Gets which of the events to listen to.</summary>
    protected abstract EventKeywords Keywords { get; }

    public override void Dispose() => EventSourceCreated += (_, created) =>
    {
        if (created.EventSource?.Name == Runtime)
        {
            base.Dispose();
        }
    };

    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name == Runtime)
        {
            EnableEvents(eventSource, EventLevel.Informational, Keywords);
        }
    }
}
