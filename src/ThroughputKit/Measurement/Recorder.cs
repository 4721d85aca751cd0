using ThroughputKit.Responses;

namespace ThroughputKit.Measurement;

/// <summary>
/// What one worker thread saw. Only that thread writes, so nothing is locked or shared; the recorders of all workers
/// are merged once the load has ended.
/// </summary>
internal sealed class Recorder
{
    /// <summary>From how many nanoseconds on a request counts as late.</summary>
    public const long LateFrom = 1_000_000;

    private readonly EndpointRecorder[] _endpoints;
    private readonly long[] _statuses = new long[StatusTable.Size];

    /// <param name="endpoints">How many requests the plan has.</param>
    /// <param name="isPaced">Whether there are times to be late for.</param>
    public Recorder(int endpoints, bool isPaced = false)
    {
        Lateness = isPaced ? new LatencyHistogram() : null;
        _endpoints = new EndpointRecorder[endpoints];
        for (var i = 0; i < endpoints; i++)
        {
            _endpoints[i] = new EndpointRecorder();
        }
    }

    /// <summary>Gets by how much requests were sent later than planned; <see langword="null"/> without a set rate.</summary>
    public LatencyHistogram? Lateness { get; }

    /// <summary>Gets how many requests were sent more than <see cref="LateFrom"/> later than planned.</summary>
    public long Late { get; private set; }

    /// <summary>Gets how many of those had to wait for a connection.</summary>
    public long LateForConnection { get; private set; }

    /// <summary>Gets the requests whose latency is only known to be at least what they had waited; <see langword="null"/> but of a whole load.</summary>
    public CensoredWaits? Censored { get; private set; }

    public TimeSeries Series { get; } = new();

    public IReadOnlyList<EndpointRecorder> Endpoints => _endpoints;

    /// <summary>Gets how many requests were begun.</summary>
    public long Sent => _endpoints.Sum(e => e.Sent);

    /// <summary>Gets how many requests were in flight at the window's end and succeeded, or were given up.</summary>
    public long InFlightAtEnd => _endpoints.Sum(e => e.InFlightAtEnd);

    /// <summary>Gets how many requests succeeded within the window.</summary>
    public long Succeeded => _endpoints.Sum(e => e.Succeeded);

    public ReadOnlySpan<long> Statuses => _statuses;

    public FailureCounts Failures { get; } = new();

    /// <summary>Gets how many whole responses came within the window, whatever their status.</summary>
    public long CompletedInWindow { get; private set; }

    /// <summary>Gets how many whole responses came, those that came after the window's end included.</summary>
    public long Completed { get; private set; }

    /// <summary>Gets when requests ended that succeeded after the window's end, in nanoseconds from its start, all added up.</summary>
    public long DrainedAt { get; private set; }

    public long BytesSent { get; set; }

    public long BytesReceived { get; set; }

    public long ConnectionsOpened { get; set; }

    /// <summary>Gets when the first response was whole, in nanoseconds from the window's start; <see cref="long.MaxValue"/> if none was.</summary>
    public long FirstCompletedAt { get; private set; } = long.MaxValue;

    /// <summary>Gets whether the first whole response was a success.</summary>
    public bool FirstSucceeded { get; private set; }

    /// <summary>Gets the status of the first whole response; 0 if none was.</summary>
    public int FirstStatus { get; private set; }

    /// <summary>Gets when the last request ended, in nanoseconds from the window's start; 0 if none has.</summary>
    public long LastEndedAt { get; private set; }

    /// <summary>A request is begun.</summary>
    public void Begin(int endpoint) => _endpoints[endpoint].Sent++;

    /// <summary>A request with a planned time is begun.</summary>
    public void BeginPlanned(int endpoint, long lateness)
    {
        Begin(endpoint);
        Lateness!.Record(Math.Max(0, lateness));
        Late += lateness > LateFrom ? 1 : 0;
    }

    /// <summary>A request with a planned time, which is now begun, had to wait for a connection.</summary>
    public void HasWaited(long lateness) => LateForConnection += lateness > LateFrom ? 1 : 0;

    /// <summary>A whole response came.</summary>
    public void Complete(int endpoint, int status, bool success, bool inWindow, long at, long latency)
    {
        if (Completed++ == 0)
        {
            FirstCompletedAt = at;
            FirstSucceeded = success;
            FirstStatus = status;
        }

        LastEndedAt = at;
        _statuses[status]++;
        if (inWindow)
        {
            CompletedInWindow++;
        }

        var recorder = _endpoints[endpoint];
        recorder.Saw(status);
        if (!success)
        {
            Fail(endpoint, FailureKind.UnexpectedStatus, at);
            return;
        }

        recorder.Latency.Record(latency);
        if (inWindow)
        {
            recorder.Succeeded++;
            Series.RecordSuccess(at, latency);
        }
        else
        {
            recorder.InFlightAtEnd++;
            DrainedAt += at;
        }
    }

    /// <summary>A request failed.</summary>
    public void Fail(int endpoint, FailureKind kind, long at)
    {
        LastEndedAt = at;
        Failures.Increment(kind);
        _endpoints[endpoint].Failed++;
        Series.RecordFailure(at);
    }

    /// <summary>A request was given up because the run was cancelled.</summary>
    public void Abandon(int endpoint) => _endpoints[endpoint].InFlightAtEnd++;

    /// <summary>Adds the latencies of all requests to a histogram, without an allocation.</summary>
    public void AddLatencyTo(LatencyHistogram histogram)
    {
        foreach (var endpoint in _endpoints)
        {
            histogram.Add(endpoint.Latency);
        }
    }

    /// <summary>Adds requests without a latency. Only once the load has ended.</summary>
    public void Add(CensoredWaits? censored)
    {
        if (censored is { IsEmpty: false })
        {
            (Censored ??= new CensoredWaits(_endpoints.Length)).Add(censored);
        }
    }

    public void Add(Recorder other)
    {
        for (var i = 0; i < _endpoints.Length; i++)
        {
            _endpoints[i].Add(other._endpoints[i]);
        }

        for (var i = 0; i < _statuses.Length; i++)
        {
            _statuses[i] += other._statuses[i];
        }

        Lateness?.Add(other.Lateness!);
        Late += other.Late;
        LateForConnection += other.LateForConnection;
        Add(other.Censored);

        Failures.Add(other.Failures);
        Series.Add(other.Series);
        CompletedInWindow += other.CompletedInWindow;
        Completed += other.Completed;
        DrainedAt += other.DrainedAt;
        BytesSent += other.BytesSent;
        BytesReceived += other.BytesReceived;
        ConnectionsOpened += other.ConnectionsOpened;
        (FirstCompletedAt, FirstSucceeded, FirstStatus) = other.FirstCompletedAt < FirstCompletedAt
            ? (other.FirstCompletedAt, other.FirstSucceeded, other.FirstStatus)
            : (FirstCompletedAt, FirstSucceeded, FirstStatus);
        LastEndedAt = Math.Max(LastEndedAt, other.LastEndedAt);
    }

    /// <summary>Forgets everything, for another phase.</summary>
    public void Clear()
    {
        foreach (var endpoint in _endpoints)
        {
            endpoint.Clear();
        }

        Array.Clear(_statuses);
        Lateness?.Clear();
        (Late, LateForConnection) = (0, 0);
        Failures.Clear();
        Series.Clear();
        (CompletedInWindow, Completed, DrainedAt, BytesSent, BytesReceived, ConnectionsOpened) = (0, 0, 0, 0, 0, 0);
        (FirstCompletedAt, FirstSucceeded, FirstStatus, LastEndedAt) = (long.MaxValue, false, 0, 0);
    }
}
