using ThroughputKit.Recording;
using ThroughputKit.Reporting;
using static System.FormattableString;

namespace ThroughputKit;

/// <summary>The figures of one request of the plan, or of one step of a scenario.</summary>
public sealed record EndpointFigures
{
    internal EndpointFigures()
    {
    }

    /// <summary>Returns the figures of a step that never began.</summary>
    internal static EndpointFigures Unseen(string name) => new()
    {
        Name = name,
        Sent = 0,
        Succeeded = 0,
        Failed = 0,
        InFlightAtEnd = 0,
        Rps = 0,
        Failures = FailureFigures.None,
        Statuses = new SortedDictionary<int, long>(),
        Latency = new LatencyFigures(new LatencyHistogram()),
    };

    /// <summary>Gets the name: of a request the method and path, if it has no other; of a step its own.</summary>
    public required string Name { get; init; }

    /// <summary>Gets the number of requests begun.</summary>
    public required long Sent { get; init; }

    /// <summary>Gets the number of requests that succeeded within the window.</summary>
    public required long Succeeded { get; init; }

    /// <summary>Gets the number of requests that failed.</summary>
    public required long Failed { get; init; }

    /// <summary>Gets the number of requests in flight at the window's end that succeeded while draining, or were given up on cancellation.</summary>
    public required long InFlightAtEnd { get; init; }

    /// <summary>Gets the number of successful requests per second.</summary>
    public required double Rps { get; init; }

    /// <summary>Gets the failures by kind, with examples.</summary>
    public required FailureFigures Failures { get; init; }

    /// <summary>Gets the number of complete responses for each status.</summary>
    public required IReadOnlyDictionary<int, long> Statuses { get; init; }

    /// <summary>Gets the latency of the requests.</summary>
    public required LatencyFigures Latency { get; init; }

    /// <summary>
    /// Gets the bytes that the app allocates for one of these requests. They are measured after the window, and after the windows for all requests together:
    /// the request is sent alone, in short windows of its own, of which the smallest counts if another one confirms it. <see langword="null"/> if no gate of
    /// the request needs them, or if they could not be measured.
    /// </summary>
    public double? AllocatedBytesPerRequest => Allocation?.BytesPerRequest;

    /// <summary>Gets the windows in which the request was sent alone; <see langword="null"/> if no gate needs them.</summary>
    internal AllocationFigures? Allocation { get; init; }

    /// <summary>
    /// Gets what the app does for one of these requests, sent alone after the window; <see langword="null"/> if no gate of the request needs it, or it could
    /// not be counted.
    /// </summary>
    public CountFigures? Counts { get; init; }

    /// <summary>Gets whether the request had to be sent: its weight is above zero.</summary>
    internal bool IsInMix { get; init; }

    /// <summary>Gets whether these are iterations of a scenario without steps of their own, and without responses: nobody knows what they did.</summary>
    internal bool IsUnseen { get; init; }

    /// <summary>Gets the number of complete responses, whatever their status.</summary>
    internal long Completed { get; init; }

    internal long BytesSent { get; init; }

    internal long BytesReceived { get; init; }

    /// <summary>Gets the number of responses with each status that failed because of it.</summary>
    internal IReadOnlyDictionary<int, long> UnexpectedStatuses { get; init; } = new SortedDictionary<int, long>();

    /// <summary>Gets the unexpected status of all responses; 0 if one was expected, there were several statuses, or no responses.</summary>
    internal int OnlyStatus => Statuses.Count == 1 && UnexpectedStatuses.SingleOrDefault() is (var status, var count) && count == Completed ? status : 0;

    /// <summary>Gets whether the request itself says which statuses are successes.</summary>
    internal bool HasOwnStatuses { get; init; }

    /// <summary>
    /// Gets whether the request is a GET whose body isn't checked, and every successful response lacked a body, though its status allows one.
    /// </summary>
    internal bool IsEmpty { get; init; }

    /// <summary>Gets the kinds of bodies of successes; <see langword="null"/> if they are checked.</summary>
    internal BodyKinds? Bodies { get; init; }

    /// <summary>Gets the bodies of successes before and after they changed for good, if they did and aren't checked.</summary>
    internal (BodyKind Before, BodyKind After)? BodyChange => Bodies?.Change;

    /// <inheritdoc/>
    public override string ToString() =>
        Invariant(
            $"{Name}: {Readable.Rate(Rps)} RPS ({Sent:N0} sent, {Succeeded:N0} succeeded, {Failed:N0} failed, {InFlightAtEnd:N0} in flight at end), {Latency}")
        + (Failed > 0 ? $"; failed: {FailureText.Counts(Failures)}" : "")
        + (AllocatedBytesPerRequest is { } bytes ? Invariant($"; {bytes:N1} B allocated per request, sent alone") : "");
}
