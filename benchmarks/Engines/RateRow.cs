using System.Globalization;
using ThroughputKit;

namespace Engines;

/// <summary>One set rate of one engine.</summary>
internal sealed class RateRow(LoadEngine engine, double share, double rate)
{
    private readonly List<LoadResult> _results = [];

    public static string Header => "Engine  Of capacity     Rate     Sent of planned  Late     p50    p99     max  Latency p50    p99  CPU us  Failed";

    public string Engine => engine.ToString();

    public double Share => share;

    public double Rate => rate;

    /// <summary>Gets which share of the planned requests was sent; the lowest of all rounds.</summary>
    public double SentShare => _results.Min(r => 1 - ((double)r.Pacing!.Unsent / r.Pacing.Planned));

    public double LateShare => Median(r => (double)r.Pacing!.Late / r.Pacing.Planned);

    public double LatenessP50Ms => Median(r => r.Pacing!.Lateness.P50.TotalMilliseconds);

    public double LatenessP99Ms => Median(r => r.Pacing!.Lateness.P99.TotalMilliseconds);

    public double LatenessMaxMs => Median(r => r.Pacing!.Lateness.Max.TotalMilliseconds);

    public double LatencyP50Ms => Median(r => r.Latency.P50.TotalMilliseconds);

    public double LatencyP99Ms => Median(r => r.Latency.P99.TotalMilliseconds);

    /// <summary>Gets the processor time of this process per response, of which the generator is nearly all.</summary>
    public double CpuTimePerRequestUs => Median(r => r.Cpu.TimePerRequest!.Value.TotalMicroseconds);

    public long Failed => _results.Sum(r => r.Failed);

    public void Add(LoadResult result) => _results.Add(result);

    public override string ToString() => string.Create(
        CultureInfo.InvariantCulture,
        $"{engine,-8}{share,11:P0}{rate,9:N0}{SentShare,20:P3}{LateShare,6:P1}{LatenessP50Ms,8:0.000}{LatenessP99Ms,7:0.000}{LatenessMaxMs,8:0.00}{LatencyP50Ms,13:0.000}{LatencyP99Ms,7:0.000}{CpuTimePerRequestUs,8:0.0}{Failed,8}");

    private double Median(Func<LoadResult, double> figure)
    {
        double[] sorted = [.. _results.Select(figure).Order()];
        return sorted.Length % 2 == 1 ? sorted[sorted.Length / 2] : (sorted[(sorted.Length / 2) - 1] + sorted[sorted.Length / 2]) / 2;
    }
}
