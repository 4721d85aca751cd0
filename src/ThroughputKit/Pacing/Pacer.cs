namespace ThroughputKit.Pacing;

/// <summary>
/// Computes when each request of a set rate is due. This is pure arithmetic on its number, so nothing that happens during the load,
/// including late sends, shifts a later request. If <c>stride</c> pacers share a rate, each takes every <c>stride</c>th request from its own first.
/// </summary>
internal sealed class Pacer(IReadOnlyList<RampSegment> segments, int first = 0, int stride = 1)
{
    private int _segment;
    private double _countBefore;
    private double _secondsBefore;
    private long _next = first;

    /// <summary>Takes the next request, with its due time from the start. Returns <see langword="false"/> if no more requests are due.</summary>
    public bool TryNext(out long number, out long nanoseconds)
    {
        number = _next;
        while (_segment < segments.Count)
        {
            var segment = segments[_segment];
            var count = _next - _countBefore;
            if (count < segment.Count)
            {
                nanoseconds = (long)Math.Round((_secondsBefore + segment.SecondsUntil(count)) * 1e9);
                _next += stride;
                return true;
            }

            _countBefore += segment.Count;
            _secondsBefore += segment.Seconds;
            _segment++;
        }

        nanoseconds = long.MaxValue;
        return false;
    }
}
