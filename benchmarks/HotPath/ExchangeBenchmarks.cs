using System.Diagnostics;
using BenchmarkDotNet.Attributes;
using ThroughputKit.Engines;
using ThroughputKit.Pacing;
using ThroughputKit.Recording;

namespace HotPath;

/// <summary>
/// All that an engine does for one request but the input and output: the response is copied into the buffer, and the
/// clock is read where an engine reads it.
/// </summary>
[BenchmarkCategory(Category.PerRequest)]
public class ExchangeBenchmarks : IDisposable
{
    private readonly Exchange _exchange = new();
    private readonly byte[] _response = Load.Json;
    private readonly Recorder _recorder = new(endpoints: 1, isPaced: true);
    private readonly RecorderSet _recorders = new(endpoints: 1);
    private readonly LoadPhase _phase;
    private RequestShare _share;

    public ExchangeBenchmarks()
    {
        _phase = new LoadPhase([Load.EncodedGet], _recorders);
        _phase.Open(TimeSpan.MaxValue);
    }

    [Benchmark]
    public void One_request()
    {
        if (!_exchange.Begin(_phase, _recorder, ref _share, Stopwatch.GetTimestamp()))
        {
            throw new InvalidOperationException("The phase is over.");
        }

        Answer();
    }

    [Benchmark]
    public void Planned_request()
    {
        var now = Stopwatch.GetTimestamp();
        _exchange.BeginPlanned(_phase, _recorder, number: 0, due: now, now);
        Answer();
    }

    [GlobalCleanup]
    public void Dispose()
    {
        _phase.Dispose();
        _recorders.Dispose();
        GC.SuppressFinalize(this);
    }

    private void Answer()
    {
        _exchange.Writing();
        _exchange.Written(_recorder);
        _response.CopyTo(_exchange.Buffer.Room().Span);
        if (!_exchange.Received(_recorder, _response.Length, Stopwatch.GetTimestamp(), overdue: false) || _exchange.End(_recorder, overdue: false) != ConnectionDisposition.KeepOpen)
        {
            throw new InvalidOperationException("The exchange didn't end well.");
        }
    }
}
