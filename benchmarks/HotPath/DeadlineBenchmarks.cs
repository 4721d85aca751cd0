using BenchmarkDotNet.Attributes;
using ThroughputKit.Engines;
using ThroughputKit.Pacing;

namespace HotPath;

/// <summary>Setting the deadline of one request, and stopping it.</summary>
[BenchmarkCategory(Category.PerRequest)]
public class DeadlineBenchmarks
{
    private readonly Deadline _deadline = new(Clock.ToTicks(TimeSpan.FromSeconds(10)));

    [Benchmark]
    public bool Start_and_stop()
    {
        _deadline.Start();
        return _deadline.Stop();
    }
}
