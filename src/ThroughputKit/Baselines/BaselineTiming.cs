namespace ThroughputKit.Baselines;

/// <summary>The timing at approval, and its machine. It is shown next to measurements from the same machine, and never judged.</summary>
internal sealed record BaselineTiming
{
    public required BaselineMachine Machine { get; init; }

    public required double RequestsPerSecond { get; init; }

    public double? P50Ms { get; init; }

    public double? P99Ms { get; init; }

    public static BaselineTiming Of(LoadResult result) => new()
    {
        Machine = BaselineMachine.Of(result.Environment),
        RequestsPerSecond = Math.Round(result.RequestsPerSecond),
        P50Ms = Milliseconds(result.Latency, l => l.P50),
        P99Ms = Milliseconds(result.Latency, l => l.P99),
    };

    private static double? Milliseconds(LatencyFigures latency, Func<LatencyFigures, TimeSpan> value) =>
        latency.Count == 0 ? null : Math.Round(value(latency).TotalMilliseconds, 3);
}
