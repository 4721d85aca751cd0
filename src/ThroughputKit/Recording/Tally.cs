namespace ThroughputKit.Recording;

/// <summary>
/// What is counted of one request of the plan, or of several together. One thread counts. Tallies are added later, in any order and grouping, whether they
/// were counted side by side or one after the other: the sum is the tally of all.
/// </summary>
internal sealed class Tally
{
    public LatencyHistogram Latency { get; } = new();

    /// <summary>
    /// Gets the waits of requests whose latency is only known to be at least that, which are added after the phase; <see langword="null"/> if there are none.
    /// </summary>
    public LatencyHistogram? Censored { get; private set; }

    /// <summary>Gets the kinds of bodies in all phases so far: they may change in any.</summary>
    public BodyKinds Bodies { get; } = new();

    public long Sent { get; set; }

    /// <summary>Gets or sets the number of requests that succeeded within the window.</summary>
    public long Succeeded { get; set; }

    /// <summary>Gets or sets the number of requests in flight at the window's end that succeeded, or were abandoned.</summary>
    public long InFlightAtEnd { get; set; }

    public FailureCounts Failures { get; } = new();

    /// <summary>Gets or sets the number of complete responses, whatever their status.</summary>
    public long Completed { get; set; }

    public long BytesSent { get; set; }

    public long BytesReceived { get; set; }

    /// <summary>Gets or sets whether a successful response had a body, or a status other than 200, with which it needs none.</summary>
    public bool HasContent { get; set; }

    /// <summary>Gets the number of responses with each status.</summary>
    public StatusCounts Statuses { get; } = new();

    /// <summary>Gets the number of responses with each status that failed because of it.</summary>
    public StatusCounts UnexpectedStatuses { get; } = new();

    /// <summary>Records the status of a complete response.</summary>
    public void Answered(int status, bool isUnexpected)
    {
        Completed++;
        Statuses.Add(status);
        if (isUnexpected)
        {
            UnexpectedStatuses.Add(status);
        }
    }

    /// <summary>Counts the requests that succeeded after the window's end like those that did so within it. All of them have a latency.</summary>
    public void CountDrained() => (Succeeded, InFlightAtEnd) = (Latency.Count, Succeeded + InFlightAtEnd - Latency.Count);

    /// <summary>Discards everything but the kinds of bodies.</summary>
    public void Clear()
    {
        Latency.Clear();
        Failures.Clear();
        Statuses.Clear();
        UnexpectedStatuses.Clear();
        (Censored, Sent, Succeeded, InFlightAtEnd, Completed, BytesSent, BytesReceived, HasContent) = (null, 0, 0, 0, 0, 0, 0, false);
    }

    public void AddCensored(LatencyHistogram? waits)
    {
        if (waits is { Count: > 0 })
        {
            (Censored ??= new LatencyHistogram()).Add(waits);
        }
    }

    public void Add(Tally other)
    {
        Latency.Add(other.Latency);
        AddCensored(other.Censored);
        Bodies.Add(other.Bodies);
        Failures.Add(other.Failures);
        Statuses.Add(other.Statuses);
        UnexpectedStatuses.Add(other.UnexpectedStatuses);
        Sent += other.Sent;
        Succeeded += other.Succeeded;
        InFlightAtEnd += other.InFlightAtEnd;
        Completed += other.Completed;
        BytesSent += other.BytesSent;
        BytesReceived += other.BytesReceived;
        HasContent |= other.HasContent;
    }
}
