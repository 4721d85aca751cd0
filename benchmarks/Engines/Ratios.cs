using System.Globalization;
using System.Text;
using ThroughputKit;

namespace Engines;

/// <summary>The ratios that matter, taken within a round as those of the table are: their medians and extremes.</summary>
internal static class Ratios
{
    /// <param name="result">The table.</param>
    /// <param name="inFlight">The number of requests in flight over HTTP/2; <see langword="null"/> for HTTP/1.1.</param>
    public static string Write(LoadExperimentResult result, int? inFlight = null)
    {
        var text = new StringBuilder();

        // wrk and h2load are measured with one thread and with two; what counts is the setting that is better at this number of connections.
        var rival = result.Variants.Where(v => v.Name.StartsWith(inFlight is null ? "wrk" : "h2load", StringComparison.Ordinal)).MaxBy(v => v.Rps);
        foreach (var kit in result.Variants.Where(v => v.Name.StartsWith("ThroughputKit", StringComparison.Ordinal)))
        {
            Append(text, "RPS", kit, rival, s => s.Rps);
            if (inFlight is { } all)
            {
                Append(text, "CPU a request", kit, rival, Cpu);
                var ofLittle = kit.Samples.Select(s => s.Rps * s.Mean!.Value.TotalSeconds / all).ToArray();
                text.AppendLine(CultureInfo.InvariantCulture, $"RPS x mean latency / {all} in flight: {kit.Name} {ofLittle.Min():0.000}..{ofLittle.Max():0.000}");
            }
            Append(text, "RPS", kit, Find(result, GrpcClientGenerator.RowName), s => s.Rps);
        }

        var (uring, epoll) = (Find(result, "ThroughputKit, Uring"), Find(result, "ThroughputKit, Epoll"));
        Append(text, "RPS", uring, epoll, s => s.Rps);
        Append(text, "CPU a request", uring, epoll, Cpu);
        Append(text, "RPS", Find(result, "ThroughputKit, Socket"), Find(result, HttpClientGenerator.RowName), s => s.Rps);
        Append(text, "CPU a request", epoll, Find(result, LimitGenerator.RowName(1)), Cpu);
        return text.ToString();
    }

    private static double Cpu(LoadSample sample) => sample.CpuTimePerRequest!.Value.TotalMicroseconds;

    private static VariantFigures? Find(LoadExperimentResult result, string name) => result.Variants.FirstOrDefault(v => v.Name == name);

    private static void Append(StringBuilder text, string figure, VariantFigures? variant, VariantFigures? other, Func<LoadSample, double> value)
    {
        if (variant is null || other is null)
        {
            return;
        }

        double[] ratios = [.. variant.Samples.Zip(other.Samples, (v, o) => value(v) / value(o)).Order()];
        var median = (ratios[ratios.Length / 2] + ratios[(ratios.Length - 1) / 2]) / 2;
        text.AppendLine(CultureInfo.InvariantCulture, $"{figure}: {variant.Name} is {median:0.000} of {other.Name} ({ratios[0]:0.00}..{ratios[^1]:0.00})");
    }
}
