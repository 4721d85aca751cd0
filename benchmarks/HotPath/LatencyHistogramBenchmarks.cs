using BenchmarkDotNet.Attributes;
using ThroughputKit.Recording;

namespace HotPath;

/// <summary>Counting latencies, and reading them once the load has ended.</summary>
public class LatencyHistogramBenchmarks
{
    private const long Nanoseconds = 1_000_000;

    private readonly LatencyHistogram _histogram = new();
    private readonly LatencyHistogram _full = new();
    private long _next;

    public LatencyHistogramBenchmarks()
    {
        for (var i = 0; i < 100_000; i++)
        {
            _full.Record(i * Nanoseconds / 1000);
        }
    }

    [Benchmark]
    [BenchmarkCategory(Category.PerRequest)]
    public void Record() => _histogram.Record(_next++ % Nanoseconds);

    [Benchmark]
    [BenchmarkCategory(Category.PerRun)]
    public void Add() => _histogram.Add(_full);

    [Benchmark]
    [BenchmarkCategory(Category.PerRun)]
    public long Percentile() => _full.Percentile(99);
}
