using BenchmarkDotNet.Attributes;
using ThroughputKit;
using ThroughputKit.Pacing;
using ThroughputKit.Traffic;

namespace HotPath;

/// <summary>When the next request of a set rate is due. The rates are so high and so long that they don't end.</summary>
[BenchmarkCategory(Category.PerRequest)]
public class PacerBenchmarks
{
    private const double Rate = 10_000_000;

    private readonly Pacer _constant = new(LoadRate.From(Rate).Hold(TimeSpan.FromHours(24)).Segments);
    private readonly Pacer _ramp = new(LoadRate.From(0).RampTo(Rate, TimeSpan.FromHours(24)).Segments);
    private readonly PlannedRequests _planned = new(new Pacer(LoadRate.From(Rate).Hold(TimeSpan.FromHours(24)).Segments), start: 0);

    [Benchmark]
    public bool Constant() => _constant.TryNext(out _, out _);

    [Benchmark]
    public bool Ramp() => _ramp.TryNext(out _, out _);

    [Benchmark]
    public bool Planned_request() => _planned.Advance();
}
