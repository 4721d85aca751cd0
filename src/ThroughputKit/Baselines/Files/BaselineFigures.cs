namespace ThroughputKit.Baselines.Files;

/// <summary>The figures that are the same in every run of the same code, on any machine. Only these are judged.</summary>
internal sealed record BaselineFigures
{
    /// <summary>
    /// Gets the allocated bytes per response, from separate allocation windows if the run had any; <see langword="null"/> for an app that the kit has not
    /// started.
    /// </summary>
    public double? AllocatedBytesPerRequest { get; init; }

    /// <summary>Gets the database commands per request; <see langword="null"/> if they weren't counted, or their number isn't known.</summary>
    public double? DatabaseCommandsPerRequest { get; init; }

    /// <summary>Gets the HTTP requests that the app sends per request; <see langword="null"/> as above.</summary>
    public double? HttpRequestsPerRequest { get; init; }

    /// <summary>Gets the exceptions per request; <see langword="null"/> as above.</summary>
    public double? ExceptionsPerRequest { get; init; }

    /// <summary>Gets the received bytes per response, including response heads.</summary>
    public required double ReceivedBytesPerResponse { get; init; }

    public required double SentBytesPerRequest { get; init; }

    /// <summary>Gets the distinct statuses of complete responses, in ascending order.</summary>
    public required IReadOnlyList<int> Statuses { get; init; }

    /// <summary>Gets the failed requests as a fraction of the sent requests.</summary>
    public required double FailedShare { get; init; }

    public required double ConnectionsOpenedPerRequest { get; init; }

    /// <summary>Returns the figures of a result with at least one complete response.</summary>
    public static BaselineFigures Of(LoadResult result) => new()
    {
        AllocatedBytesPerRequest = result.Memory.BytesPerRequest is { } bytes
            ? Math.Round(bytes, 1)
            : null,
        DatabaseCommandsPerRequest = result.Counts?.DatabaseCommandsPerRequest,
        HttpRequestsPerRequest = result.Counts?.HttpRequestsPerRequest,
        ExceptionsPerRequest = result.Counts?.ExceptionsPerRequest,
        ReceivedBytesPerResponse = Math.Round(OfMix(result, e => e.BytesReceived, e => e.Completed), 1),
        SentBytesPerRequest = Math.Round(OfMix(result, e => e.BytesSent, e => e.Sent), 1),
        Statuses = [.. result.Statuses.Keys.Order()],
        FailedShare = Math.Round((double)result.Failed / result.Sent, 6),
        ConnectionsOpenedPerRequest = Math.Round((double)result.ConnectionsOpened / result.Sent, 6),
    };

    /// <summary>Returns the number of complete responses of a result, whatever their status.</summary>
    public static long Responses(LoadResult result) => result.Statuses.Values.Sum();

    // Each request of a mix counts by its weight. How often it was sent depends on where the window ended.
    private static double OfMix(LoadResult result, Func<EndpointFigures, long> bytes, Func<EndpointFigures, long> count)
    {
        var sent = result.Settings!.Requests.Zip(result.Endpoints).Where(r => r.First.Weight > 0 && count(r.Second) > 0).ToArray();
        return sent.Sum(r => (double)r.First.Weight * bytes(r.Second) / count(r.Second)) / sent.Sum(r => r.First.Weight);
    }
}
