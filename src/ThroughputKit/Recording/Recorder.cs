using ThroughputKit.Responses;

namespace ThroughputKit.Recording;

/// <summary>
/// The recordings of one worker thread. Only that thread writes, so nothing is locked or shared. The recorders of all workers are merged
/// after the load has ended.
/// </summary>
/// <param name="endpoints">The number of requests of the plan, or the maximum number of a scenario's steps.</param>
/// <param name="isPaced">Whether requests have planned times.</param>
/// <param name="onFirstUse">Whether memory for a request is allocated on its first use: a scenario may have many steps, and mostly has few.</param>
/// <param name="hasPauses">Whether the virtual users of a chain pause.</param>
/// <param name="scenarios">The number of scenarios.</param>
internal sealed class Recorder(int endpoints, bool isPaced = false, bool onFirstUse = false, bool hasPauses = false, int scenarios = 1)
{
    /// <summary>The lateness in nanoseconds beyond which a request counts as late.</summary>
    public const long LateFrom = 1_000_000;

    private const int StatusOfContent = 200;

    private readonly Tally?[] _tallies = [.. Enumerable.Range(0, endpoints).Select(_ => onFirstUse ? null : new Tally())];
    private readonly (long Begun, long Ended)[] _iterations = new (long, long)[scenarios];

    /// <summary>Gets how much later than planned requests, passes or iterations were begun; <see langword="null"/> without a set rate.</summary>
    public LatencyHistogram? Lateness { get; } = isPaced ? new LatencyHistogram() : null;

    /// <summary>Gets the number of those begun more than <see cref="LateFrom"/> later than planned.</summary>
    public long Late { get; private set; }

    /// <summary>Gets how much later than the pauses before them were to end requests were sent; <see langword="null"/> without pauses.</summary>
    public LatencyHistogram? PauseLateness { get; } = hasPauses ? new LatencyHistogram() : null;

    /// <summary>Gets the number of requests sent more than <see cref="LateFrom"/> after the end of a pause.</summary>
    public long PausesLate { get; private set; }

    /// <summary>Gets the number of late requests that had to wait for a connection.</summary>
    public long LateForConnection { get; private set; }

    /// <summary>Gets the number of requests never sent although a connection was free. Known only after the phase.</summary>
    public long UnsentForGenerator { get; set; }

    public TimeSeries Series { get; } = new();

    public long Sent => _tallies.Sum(t => t?.Sent ?? 0);

    /// <summary>Gets the number of requests in flight at the window's end that succeeded, or were abandoned.</summary>
    public long InFlightAtEnd => _tallies.Sum(t => t?.InFlightAtEnd ?? 0);

    /// <summary>Gets the number of requests that succeeded within the window.</summary>
    /// <remarks>A loop for the same reason as in <see cref="RecorderSet.Succeeded"/>.</remarks>
    public long Succeeded
    {
        get
        {
            long sum = 0;
            foreach (var tally in _tallies)
            {
                sum += tally?.Succeeded ?? 0;
            }

            return sum;
        }
    }

    /// <summary>Gets the number of requests begun on this thread less those ended on it.</summary>
    public long InFlight
    {
        get
        {
            long sum = 0;
            foreach (var tally in _tallies)
            {
                sum += tally is null ? 0 : tally.Sent - tally.Succeeded - tally.Failures.Total - tally.InFlightAtEnd;
            }

            return sum;
        }
    }

    /// <summary>Gets the number of requests that failed.</summary>
    public long Failed
    {
        get
        {
            long sum = 0;
            foreach (var tally in _tallies)
            {
                sum += tally?.Failures.Total ?? 0;
            }

            return sum;
        }
    }

    /// <summary>Gets the number of complete responses within the window, whatever their status.</summary>
    public long CompletedInWindow { get; private set; }

    /// <summary>Gets the number of complete responses, including those after the window's end.</summary>
    public long Completed { get; private set; }

    /// <summary>Gets the sum of the end times of requests that succeeded after the window's end, in nanoseconds from its start.</summary>
    public long DrainedAt { get; private set; }

    /// <summary>
    /// Gets or sets the sum of the end times of the last requests of users that have each sent a number of passes, in nanoseconds from the window's start.
    /// </summary>
    public long UsersEndedAt { get; set; }

    /// <summary>Gets the number of complete responses to what each sender sent first: a request or, in a chain, a pass.</summary>
    public long FirstCompleted { get; private set; }

    /// <summary>Gets the sum of the times at which senders had ended that, in nanoseconds from the window's start.</summary>
    public long FirstEndedAt { get; private set; }

    public long ConnectionsOpened { get; set; }

    /// <summary>Gets the number of connections that sent requests and got no response to any. Known only after the phase.</summary>
    public int UnservedConnections { get; set; }

    /// <summary>Gets the number of iterations of all scenarios that were begun.</summary>
    public long Iterations => _iterations.Sum(i => i.Begun);

    /// <summary>Gets the number of iterations of all scenarios that ended by themselves, well or not, rather than with the load.</summary>
    public long IterationsEnded => _iterations.Sum(i => i.Ended);

    /// <summary>Gets how many of these ended within the window.</summary>
    public long IterationsInWindow { get; private set; }

    /// <summary>Gets the end time of the last of those, in nanoseconds from the window's start; 0 if there was none.</summary>
    public long LastIterationAt { get; private set; }

    /// <summary>Gets the number of iterations of a scenario that were left running in all phases so far, because they did not end.</summary>
    public long StuckIterations { get; set; }

    /// <summary>
    /// Gets the time of the first complete response, in nanoseconds from the window's start; <see cref="long.MaxValue"/> if there was none.
    /// </summary>
    public long FirstCompletedAt { get; private set; } = long.MaxValue;

    /// <summary>Gets whether the first complete response was a success.</summary>
    public bool FirstSucceeded { get; private set; }

    /// <summary>Gets the status of the first complete response; 0 if there was none.</summary>
    public int FirstStatus { get; private set; }

    /// <summary>Gets the end time of the last request, in nanoseconds from the window's start; 0 if none has ended.</summary>
    public long LastEndedAt { get; private set; }

    /// <summary>Returns the tally of one request of the plan.</summary>
    public Tally Endpoint(int endpoint) => _tallies[endpoint] ??= new Tally();

    public void Begin(int endpoint) => Endpoint(endpoint).Sent++;

    /// <summary>Takes back a request that was begun, maybe on another thread.</summary>
    public void Withdraw(int endpoint) => Endpoint(endpoint).Sent--;

    /// <summary>Returns the numbers of iterations of one scenario.</summary>
    public (long Begun, long Ended) IterationsOf(int scenario) => _iterations[scenario];

    public void BeginIteration(int scenario = 0) => _iterations[scenario].Begun++;

    /// <summary>Records an iteration that ended by itself.</summary>
    /// <param name="inWindow">Whether it ended within the window.</param>
    /// <param name="at">When, in nanoseconds from the window's start.</param>
    /// <param name="scenario">The number of its scenario.</param>
    public void EndIteration(bool inWindow, long at, int scenario = 0)
    {
        _iterations[scenario].Ended++;
        IterationsInWindow += inWindow ? 1 : 0;
        LastIterationAt = inWindow ? Math.Max(LastIterationAt, at) : LastIterationAt;
    }

    /// <summary>Records the start of a request with a planned time.</summary>
    public void BeginPlanned(int endpoint, long lateness)
    {
        Begin(endpoint);
        BeginPlanned(lateness);
    }

    /// <summary>Records the start of an iteration with a planned time.</summary>
    public void BeginPlanned(long lateness)
    {
        Lateness!.Record(Math.Max(0, lateness));
        Late += lateness > LateFrom ? 1 : 0;
    }

    /// <summary>Records the start of a request after a pause.</summary>
    public void BeginAfterPause(int endpoint, long lateness)
    {
        Begin(endpoint);
        PauseLateness!.Record(Math.Max(0, lateness));
        PausesLate += lateness > LateFrom ? 1 : 0;
    }

    /// <summary>Records that a request with a planned time, which is now started, had to wait for a connection.</summary>
    public void HasWaited(long lateness) => LateForConnection += lateness > LateFrom ? 1 : 0;

    /// <summary>Records a complete response: a success, or a failure of the kind <paramref name="failure"/>.</summary>
    public void Complete(int endpoint, int status, bool success, bool inWindow, long at, long latency, bool hasBody = true,
        FailureKind failure = FailureKind.UnexpectedStatus)
    {
        if (Completed++ == 0)
        {
            (FirstCompletedAt, FirstSucceeded, FirstStatus) = (at, success, status);
        }

        LastEndedAt = at;
        if (inWindow)
        {
            CompletedInWindow++;
        }

        var tally = Endpoint(endpoint);
        tally.Answered(status, isUnexpected: !success && failure == FailureKind.UnexpectedStatus);
        if (!success)
        {
            Fail(endpoint, failure, at);
            return;
        }

        tally.Latency.Record(latency);
        tally.HasContent |= hasBody || status != StatusOfContent;
        if (inWindow)
        {
            tally.Succeeded++;
            Series.RecordSuccess(at, latency);
        }
        else
        {
            tally.InFlightAtEnd++;
            DrainedAt += at;
        }
    }

    /// <summary>Records the body of a success, with times that hold beyond the phase.</summary>
    public void RecordBody(int endpoint, BodyStart body, long begun, long ended) => Endpoint(endpoint).Bodies.Add(body, begun, ended);

    /// <summary>Records that a complete response was one to what its sender sent first.</summary>
    /// <param name="endedAt">If that has ended with it, when, in nanoseconds from the window's start; otherwise <see langword="null"/>.</param>
    public void CompleteFirst(long? endedAt)
    {
        FirstCompleted++;
        FirstEndedAt += endedAt ?? 0;
    }

    public void Fail(int endpoint, FailureKind kind, long at)
    {
        LastEndedAt = at;
        Endpoint(endpoint).Failures.Increment(kind);
        Series.RecordFailure(at);
    }

    /// <summary>Records a request that was abandoned because the run was cancelled.</summary>
    public void Abandon(int endpoint) => Endpoint(endpoint).InFlightAtEnd++;

    /// <summary>Counts the requests that succeeded after the window's end like those that did so within it.</summary>
    public void CountDrained()
    {
        foreach (var tally in _tallies)
        {
            tally?.CountDrained();
        }

        CompletedInWindow = Completed;
    }

    /// <summary>Adds the latencies of all requests to a histogram, without allocating.</summary>
    public void AddLatencyTo(LatencyHistogram histogram)
    {
        foreach (var tally in _tallies)
        {
            if (tally is not null)
            {
                histogram.Add(tally.Latency);
            }
        }
    }

    /// <summary>Returns the number of responses with a status.</summary>
    public long Answered(int status) => _tallies.Sum(t => t?.Statuses[status] ?? 0);

    /// <summary>Returns the tally of all requests together.</summary>
    public Tally Whole()
    {
        var whole = new Tally();
        foreach (var tally in _tallies)
        {
            if (tally is not null)
            {
                whole.Add(tally);
            }
        }

        return whole;
    }

    public void Add(Recorder other)
    {
        for (var i = 0; i < _tallies.Length; i++)
        {
            if (other._tallies[i] is { } tally)
            {
                Endpoint(i).Add(tally);
            }
        }

        for (var i = 0; i < _iterations.Length; i++)
        {
            var (begun, ended) = other._iterations[i];
            _iterations[i] = (_iterations[i].Begun + begun, _iterations[i].Ended + ended);
        }

        Lateness?.Add(other.Lateness!);
        PauseLateness?.Add(other.PauseLateness!);
        Late += other.Late;
        PausesLate += other.PausesLate;
        LateForConnection += other.LateForConnection;
        UnsentForGenerator += other.UnsentForGenerator;
        Series.Add(other.Series);
        CompletedInWindow += other.CompletedInWindow;
        Completed += other.Completed;
        DrainedAt += other.DrainedAt;
        UsersEndedAt += other.UsersEndedAt;
        FirstCompleted += other.FirstCompleted;
        FirstEndedAt += other.FirstEndedAt;
        ConnectionsOpened += other.ConnectionsOpened;
        UnservedConnections += other.UnservedConnections;
        IterationsInWindow += other.IterationsInWindow;
        LastIterationAt = Math.Max(LastIterationAt, other.LastIterationAt);
        StuckIterations += other.StuckIterations;
        (FirstCompletedAt, FirstSucceeded, FirstStatus) = other.FirstCompletedAt < FirstCompletedAt
            ? (other.FirstCompletedAt, other.FirstSucceeded, other.FirstStatus)
            : (FirstCompletedAt, FirstSucceeded, FirstStatus);
        LastEndedAt = Math.Max(LastEndedAt, other.LastEndedAt);
    }

    /// <summary>Discards everything but the kinds of bodies and the iterations left running, for the next phase.</summary>
    public void Clear()
    {
        foreach (var tally in _tallies)
        {
            tally?.Clear();
        }

        Lateness?.Clear();
        PauseLateness?.Clear();
        (Late, PausesLate, LateForConnection, UnsentForGenerator) = (0, 0, 0, 0);
        Series.Clear();
        (CompletedInWindow, Completed, DrainedAt, UsersEndedAt, ConnectionsOpened, UnservedConnections) = (0, 0, 0, 0, 0, 0);
        (FirstCompleted, FirstEndedAt) = (0, 0);
        Array.Clear(_iterations);
        (IterationsInWindow, LastIterationAt) = (0, 0);
        (FirstCompletedAt, FirstSucceeded, FirstStatus, LastEndedAt) = (long.MaxValue, false, 0, 0);
    }
}
