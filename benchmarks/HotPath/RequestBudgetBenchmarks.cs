using BenchmarkDotNet.Attributes;
using ThroughputKit.Pacing;

namespace HotPath;

/// <summary>Taking the next one of a fixed number of requests.</summary>
[BenchmarkCategory(Category.PerRequest)]
public class RequestBudgetBenchmarks
{
    private readonly RequestBudget _budget = new(long.MaxValue);
    private RequestShare _share;

    [Benchmark]
    public bool Take() => _budget.TryTake(ref _share, out _);
}
