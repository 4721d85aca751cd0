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
    private const int Depth = 16;

    private readonly Exchange _single = new(Load.Succeeds, depth: 1);
    private readonly Exchange _pipelined = new(Load.Succeeds, Depth);
    private readonly byte[] _response = Load.Json;
    private readonly byte[] _responses = [.. Enumerable.Repeat(Load.Json, Depth).SelectMany(r => r)];
    private readonly Recorder _recorder = new(endpoints: 1, isPaced: true);
    private readonly RecorderSet _recorders = new(endpoints: 1);
    private readonly LoadPhase _phase;
    private RequestShare _share;

    public ExchangeBenchmarks()
    {
        _phase = new LoadPhase([Load.EncodedGet], Load.Succeeds, _recorders);
        _phase.Open(TimeSpan.MaxValue);
    }

    [Benchmark]
    public void One_request() => Send(_single, _response);

    [Benchmark(OperationsPerInvoke = Depth)]
    public void Pipelined_request() => Send(_pipelined, _responses);

    [Benchmark]
    public void Planned_request()
    {
        var now = Stopwatch.GetTimestamp();
        _single.BeginPlanned(_phase, _recorder, index: 0, due: now, now);
        Answer(_single, _response);
    }

    [GlobalCleanup]
    public void Dispose()
    {
        _phase.Dispose();
        _recorders.Dispose();
        GC.SuppressFinalize(this);
    }

    private void Send(Exchange exchange, byte[] response)
    {
        if (!exchange.Begin(_phase, _recorder, ref _share, Stopwatch.GetTimestamp()))
        {
            throw new InvalidOperationException("The phase is over.");
        }

        Answer(exchange, response);
    }

    private void Answer(Exchange exchange, byte[] response)
    {
        exchange.Writing();
        exchange.Written(_recorder);
        response.CopyTo(exchange.Buffer.Room().Span);
        if (!exchange.Received(_recorder, response.Length, Stopwatch.GetTimestamp(), overdue: false) || exchange.End(_recorder, overdue: false) != AfterExchange.KeepOpen)
        {
            throw new InvalidOperationException("The exchange didn't end well.");
        }
    }
}
