namespace ThroughputKit.Engines.Client;

/// <summary>A step in flight. Times are Stopwatch ticks.</summary>
/// <param name="index">The index of its name.</param>
/// <param name="sentAt">When its latency begins to count.</param>
/// <param name="deadline">When its time is up.</param>
internal sealed class Step(int index, long sentAt, long deadline)
{
    private volatile int _status;

    public int Index => index;

    /// <summary>Gets or sets the status of its last response; zero if it had none.</summary>
    public int Status
    {
        get => _status;
        set => _status = value;
    }

    public long SentAt => sentAt;

    public long Deadline => deadline;
}
