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
    private readonly LoadPhase _checking;
    private RequestShare _share;

    public ExchangeBenchmarks()
    {
        _phase = new LoadPhase([Load.EncodedGet], _recorders);
        _phase.Open(TimeSpan.MaxValue);
        _checking = new LoadPhase([Load.EncodedChecked], _recorders);
        _checking.Open(TimeSpan.MaxValue);
    }

    [Benchmark]
    public void One_request() => Send(_phase);

    /// <summary>The same with a check of the status and of a JSON value.</summary>
    [Benchmark]
    public void Checked_request() => Send(_checking);

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
        _checking.Dispose();
        _recorders.Dispose();
        GC.SuppressFinalize(this);
    }

    private void Send(LoadPhase phase)
    {
        if (!_exchange.Begin(phase, _recorder, ref _share, Stopwatch.GetTimestamp()))
        {
            throw new InvalidOperationException("The phase is over.");
        }

        Answer();
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
