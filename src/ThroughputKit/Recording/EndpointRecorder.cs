namespace ThroughputKit.Recording;

/// <summary>One worker's recordings of one request of the plan.</summary>
internal sealed class EndpointRecorder
{
    private const int Several = -1;

    private int _status;

    public LatencyHistogram Latency { get; } = new();

    /// <summary>Gets the kinds of bodies in all phases so far: they may change in any.</summary>
    public BodyKinds Bodies { get; } = new();

    public long Sent { get; set; }

    public long Succeeded { get; set; }

    public long InFlightAtEnd { get; set; }

    public long Failed { get; set; }

    /// <summary>Gets or sets the number of complete responses, whatever their status.</summary>
    public long Completed { get; set; }

    public long BytesSent { get; set; }

    public long BytesReceived { get; set; }

    /// <summary>Gets or sets whether a successful response had a body, or a status other than 200, with which it needs none.</summary>
    public bool HasContent { get; set; }

    /// <summary>Gets the unexpected status of all responses; 0 if one was expected, they had different statuses, or there were none.</summary>
    public int OnlyStatus => Math.Max(0, _status);

    /// <summary>Records the status of a response.</summary>
    public void Saw(int status, bool isUnexpected) => Saw(isUnexpected ? status : Several);

    public void Clear()
    {
        Latency.Clear();
        (Sent, Succeeded, InFlightAtEnd, Failed, HasContent, _status) = (0, 0, 0, 0, false, 0);
        (Completed, BytesSent, BytesReceived) = (0, 0, 0);
    }

    public void Add(EndpointRecorder other)
    {
        Latency.Add(other.Latency);
        Bodies.Add(other.Bodies);
        Sent += other.Sent;
        Succeeded += other.Succeeded;
        InFlightAtEnd += other.InFlightAtEnd;
        Failed += other.Failed;
        Completed += other.Completed;
        BytesSent += other.BytesSent;
        BytesReceived += other.BytesReceived;
        HasContent |= other.HasContent;
        if (other._status != 0)
        {
            Saw(other._status);
        }
    }

    private void Saw(int status)
    {
        if (status != _status)
        {
            _status = _status == 0 ? status : Several;
        }
    }
}
