namespace ThroughputKit.Engines.Client;

/// <summary>A step in flight. Times are Stopwatch ticks.</summary>
/// <param name="index">The index of its name.</param>
/// <param name="sentAt">When its latency begins to count.</param>
/// <param name="deadline">When its time is up.</param>
/// <param name="expected">What it must do to succeed.</param>
/// <param name="retries">Whether only its last response counts.</param>
internal sealed class Step(int index, long sentAt, long deadline, ExpectedStep expected, bool retries = false)
{
    private volatile int _status;

    public int Index => index;

    /// <summary>Gets the status of its first response that is no success, or else of the last; zero if it had none.</summary>
    public int Status => _status;

    public ExpectedStep Expected => expected;

    public bool IsSuccess => expected.Accepts(_status);

    public long SentAt => sentAt;

    public long Deadline => deadline;

    /// <summary>Notes a response. Several may come at a time.</summary>
    public void Received(int status)
    {
        while (_status is var before && (retries || expected.Accepts(before)))
        {
            if (Interlocked.CompareExchange(ref _status, status, before) == before)
            {
                return;
            }
        }
    }
}
