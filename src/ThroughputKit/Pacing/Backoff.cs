namespace ThroughputKit.Pacing;

/// <summary>The delay before a connection reconnects: 10 ms after the first failure, doubled after each further one, at most 1 s.</summary>
internal struct Backoff
{
    private const int FirstMs = 10;
    private const int MaxMs = 1000;

    private int _failures;

    public TimeSpan Next() => TimeSpan.FromMilliseconds(Math.Min(MaxMs, FirstMs << Math.Min(_failures++, 7)));

    public void Reset() => _failures = 0;
}
