using ThroughputKit;

namespace Experiments;

/// <summary>The figures of load tests in the layout of wrk. RPS are those of all threads, in each interval of the window.</summary>
internal static class WrkTable
{
    private const double Megabyte = 1_000_000;

    public static string[] Headings { get; } =
    [
        "", "Latency avg", "stdev", "max", "+/- stdev", "RPS avg", "stdev", "max", "+/- stdev", "MB/s", "Socket errors: connect", "read", "write", "timeout",
    ];

    public static string[] Row(string name, LoadResult result)
    {
        var (latency, failures) = (result.Latency, result.Failures);
        double[] rates = [.. result.Intervals.Where(i => i.Length == result.Intervals[0].Length).Select(i => i.Rps)];
        var mean = rates.Average();
        var deviation = Math.Sqrt(rates.Average(r => (r - mean) * (r - mean)));
        return
        [
            name,
            Milliseconds(latency.Mean), Milliseconds(latency.StandardDeviation), Milliseconds(latency.Max), $"{latency.ShareWithinStandardDeviation:0.0%}",
            $"{mean:N0}", $"{deviation:N0}", $"{rates.Max():N0}", $"{rates.Average(r => Math.Abs(r - mean) <= deviation ? 1 : 0):0.0%}",
            $"{result.BytesReceived / result.Duration.TotalSeconds / Megabyte:N2}",
            $"{failures.Connect}", $"{failures.Read + failures.ClosedWhileReusing}", $"{failures.Write}", $"{failures.Timeouts}",
        ];

        static string Milliseconds(TimeSpan time) => $"{time.TotalMilliseconds:N2} ms";
    }
}
