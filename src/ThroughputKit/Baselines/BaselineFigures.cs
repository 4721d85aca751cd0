namespace ThroughputKit.Baselines;

/// <summary>The figures that are the same in every run of the same code, on any machine. Only these are judged.</summary>
internal sealed record BaselineFigures
{
    /// <summary>
    /// Gets the bytes allocated for each response, from windows of their own if there were such; <see langword="null"/> for an app that the kit has not
    /// started.
    /// </summary>
    public double? AllocatedBytesPerRequest { get; init; }

    /// <summary>Gets the bytes received, heads included, for each response.</summary>
    public required double ReceivedBytesPerResponse { get; init; }

    public required double SentBytesPerRequest { get; init; }

    /// <summary>Gets the statuses of complete responses, each once, the smallest first.</summary>
    public required IReadOnlyList<int> Statuses { get; init; }

    /// <summary>Gets the share of requests that failed, as a fraction.</summary>
    public required double FailedShare { get; init; }

    public required double ConnectionsOpenedPerRequest { get; init; }

    /// <summary>The figures of a result with a complete response or more.</summary>
    public static BaselineFigures Of(LoadResult result) => new()
    {
        AllocatedBytesPerRequest = (result.Memory.Allocation is { } alone ? alone.BytesPerRequest : result.Memory.AllocatedBytesPerRequest) is { } bytes ? Math.Round(bytes, 1) : null,
        ReceivedBytesPerResponse = Math.Round((double)result.BytesReceived / Responses(result), 1),
        SentBytesPerRequest = Math.Round((double)result.BytesSent / result.Sent, 1),
        Statuses = [.. result.Statuses.Keys.Order()],
        FailedShare = Math.Round((double)result.Failed / result.Sent, 6),
        ConnectionsOpenedPerRequest = Math.Round((double)result.ConnectionsOpened / result.Sent, 6),
    };

    /// <summary>How many complete responses a result has, whatever their status.</summary>
    public static long Responses(LoadResult result) => result.Statuses.Values.Sum();
}
