namespace ThroughputKit.Pacing;

/// <summary>How long a connection waits before it reconnects: 10 ms after the first failure, doubled after each next one, at most 1 s.</summary>
internal struct Backoff
{
    private const int FirstMs = 10;
    private const int MostMs = 1000;

    private int _failures;

    public TimeSpan Next() => TimeSpan.FromMilliseconds(Math.Min(MostMs, FirstMs << Math.Min(_failures++, 7)));

    public void Reset() => _failures = 0;
}
