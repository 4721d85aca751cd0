using BenchmarkDotNet.Attributes;
using ThroughputKit;
using ThroughputKit.Recording;

namespace HotPath;

/// <summary>Recording how one request went, 10 us after the one before it, so that the time series folds now and then.</summary>
[BenchmarkCategory(Category.PerRequest)]
public class RecorderBenchmarks : IDisposable
{
    private const long Separation = 10_000;
    private const long Latency = 1_000_000;

    private readonly Recorder _recorder = new(endpoints: 1, isPaced: true);
    private readonly RecorderSet _set = new(endpoints: 1);
    private long _at;

    [Benchmark]
    public void Complete()
    {
        _recorder.Begin(0);
        _recorder.Complete(0, status: 200, success: true, inWindow: true, at: _at += Separation, latency: Latency);
    }

    [Benchmark]
    public void Complete_planned()
    {
        _recorder.BeginPlanned(0, lateness: Separation);
        _recorder.Complete(0, status: 200, success: true, inWindow: true, at: _at += Separation, latency: Latency);
    }

    [Benchmark]
    public void Fail()
    {
        _recorder.Begin(0);
        _recorder.Fail(0, FailureKind.Timeout, at: _at += Separation);
    }

    [Benchmark]
    public object Of_this_thread() => _set.Current;

    [GlobalCleanup]
    public void Dispose()
    {
        _set.Dispose();
        GC.SuppressFinalize(this);
    }
}
