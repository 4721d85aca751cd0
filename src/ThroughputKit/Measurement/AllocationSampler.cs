using System.Diagnostics.Tracing;

namespace ThroughputKit.Measurement;

/// <summary>
/// Samples the types that this process allocates, by the runtime's own events, from when it is made until it is disposed. That takes
/// time and allocates, so nothing may be measured meanwhile. Before .NET 10 there are no such events, and no types.
/// </summary>
/// <remarks>
/// Of AllocationSampled, in which each byte has the same chance to be chosen. AllocationTick, which comes whenever some 100 KB are
/// full, is far off for objects near the size of the pieces that threads allocate from: an array of 8 KB that was 87% of an app's bytes had 55%.
/// </remarks>
internal sealed class AllocationSampler : EventListener
{
    /// <summary>How many types are kept.</summary>
    public const int MostTypes = 40;

    /// <summary>How many bytes are allocated for each object of the sample, in the mean.</summary>
    public const double MeanDistance = 102_400;

    private const string Runtime = "Microsoft-Windows-DotNETRuntime";
    private const EventKeywords Sampling = (EventKeywords)0x80000000000;
    private const int AllocationSampled = 303;
    private const int TypeName = 3;
    private const int ObjectSize = 5;

    private readonly Dictionary<string, double> _bytes = new(StringComparer.Ordinal);

    /// <summary>The types of which most bytes were allocated, the largest share first.</summary>
    public IReadOnlyList<AllocatedType> Top(int count)
    {
        lock (_bytes)
        {
            var all = _bytes.Values.Sum();
            return [.. _bytes.OrderByDescending(t => t.Value).ThenBy(t => t.Key, StringComparer.Ordinal).Take(count).Select(t => new AllocatedType(t.Key, t.Value / all))];
        }
    }

    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name == Runtime)
        {
            EnableEvents(eventSource, EventLevel.Informational, Sampling);
        }
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        if (eventData.EventId == AllocationSampled && eventData.Payload is { Count: > ObjectSize } payload
            && payload[TypeName] is string type && payload[ObjectSize] is ulong size)
        {
            lock (_bytes)
            {
                _bytes[type] = _bytes.GetValueOrDefault(type) + BytesFor(size);
            }
        }
    }

    // An object is chosen with a chance that grows with its size, so what one stands for is its size by that chance.
    private static double BytesFor(double size) => size / (1 - Math.Exp(-size / MeanDistance));
}
