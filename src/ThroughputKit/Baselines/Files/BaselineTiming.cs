using System.Globalization;

namespace ThroughputKit.Baselines.Files;

/// <summary>The timing at approval, and its machine. It is shown next to measurements from the same machine, and never judged.</summary>
internal sealed record BaselineTiming
{
    public required MachineFacts Machine { get; init; }

    public required double Rps { get; init; }

    public double? P50Ms { get; init; }

    public double? P99Ms { get; init; }

    public static BaselineTiming Of(LoadResult result) => new()
    {
        Machine = new()
        {
            Cpu = result.Environment.Cpu,
            Cores = result.Environment.Cores,
            OperatingSystem = result.Environment.OperatingSystem,
            Runtime = result.Environment.Runtime,
        },
        Rps = Math.Round(result.Rps, Readable.RateDecimals(result.Rps)),
        P50Ms = Milliseconds(result.Latency, l => l.P50),
        P99Ms = Milliseconds(result.Latency, l => l.P99),
    };

    /// <summary>Describes this timing relative to that at approval.</summary>
    public string Compare(BaselineTiming approved)
    {
        if (Machine != approved.Machine)
        {
            return $"timing not compared: approved on another machine ({approved.Machine})";
        }

        string?[] figures =
        [
            Compare("RPS", Rps, approved.Rps, Readable.Rate),
            Compare("ms p50", P50Ms, approved.P50Ms, v => Readable.Number(v, "0.00")),
            Compare("ms p99", P99Ms, approved.P99Ms, v => Readable.Number(v, "0.00")),
        ];
        return $"{string.Join(", ", figures.OfType<string>())}; timing is not judged";
    }

    private static string? Compare(string unit, double? now, double? approved, Func<double, string> show) =>
        now is not { } value || approved is not { } baseline
        ? null
        : $"{show(value)} {unit} ({show(baseline)} approved{Change(value, baseline)})";

    private static string Change(double value, double approved) => approved > 0
        ? ((value - approved) / approved).ToString("', '+0.0%;', '-0.0%", CultureInfo.InvariantCulture)
        : "";

    private static double? Milliseconds(LatencyFigures latency, Func<LatencyFigures, TimeSpan> value) =>
        latency.Count == 0 ? null : Math.Round(value(latency).TotalMilliseconds, 3);

    /// <summary>The properties that make machines comparable. Machine names are private, so they stay out of a committed file.</summary>
    internal sealed record MachineFacts
    {
        public required string Cpu { get; init; }

        public required int Cores { get; init; }

        public required string OperatingSystem { get; init; }

        public required string Runtime { get; init; }

        public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Cpu}, {Counted.Of(Cores, "core")}, {OperatingSystem}, {Runtime}");
    }
}
