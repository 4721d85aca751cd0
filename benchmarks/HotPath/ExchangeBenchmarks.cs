using System.Diagnostics;
using BenchmarkDotNet.Attributes;
using ThroughputKit.Engines;
using ThroughputKit.Recording;
using ThroughputKit.Traffic;

namespace HotPath;

/// <summary>
/// All that an engine does for one request but the input and output: the response is copied into the buffer, and the
/// clock is read where an engine reads it.
/// </summary>
[BenchmarkCategory(Category.PerRequest)]
public class ExchangeBenchmarks : IDisposable
{
    private readonly Sender _sender = new();
    private readonly Exchange _exchange;
    private readonly byte[] _response = Load.Json;
    private readonly Recorder _recorder = new(endpoints: 1, isPaced: true);
    private readonly RecorderSet _recorders = new(endpoints: 1);
    private readonly LoadPhase _phase;
    private readonly LoadPhase _checking;
    private readonly Sender _checkingSender = new();
    private readonly Exchange _checkingExchange;

    public ExchangeBenchmarks()
    {
        _phase = new LoadPhase([Load.EncodedGet], _recorders);
        _phase.Open(TimeSpan.MaxValue);
        _sender.Enter(_phase.Schedule);
        _exchange = new Exchange(_sender);
        _checking = new LoadPhase([Load.EncodedChecked], _recorders);
        _checking.Open(TimeSpan.MaxValue);
        _checkingSender.Enter(_checking.Schedule);
        _checkingExchange = new Exchange(_checkingSender);
    }

    [Benchmark]
    public void One_request() => Send(_sender, _exchange, _phase);

    /// <summary>The same with a check of the status and of a JSON value.</summary>
    [Benchmark]
    public void Checked_request() => Send(_checkingSender, _checkingExchange, _checking);

    [Benchmark]
    public void Planned_request()
    {
        var now = Stopwatch.GetTimestamp();
        _sender.Give(number: 0, due: now, hasWaited: false);
        _exchange.Begin(_phase, _recorder, now);
        Answer(_exchange);
    }

    [GlobalCleanup]
    public void Dispose()
    {
        _phase.Dispose();
        _checking.Dispose();
        _recorders.Dispose();
        GC.SuppressFinalize(this);
    }

    private void Send(Sender sender, Exchange exchange, LoadPhase phase)
    {
        var now = Stopwatch.GetTimestamp();
        if (sender.Ended(Ending.Answered, now) != Move.Send)
        {
            throw new InvalidOperationException("The phase is over.");
        }

        exchange.Begin(phase, _recorder, now);
        Answer(exchange);
    }

    private void Answer(Exchange exchange)
    {
        exchange.Writing();
        exchange.Written(_recorder);
        _response.CopyTo(exchange.Buffer.Room().Span);
        if (!exchange.Received(_recorder, _response.Length, Stopwatch.GetTimestamp(), overdue: false) || exchange.End(_recorder, overdue: false) != Ending.Answered)
        {
            throw new InvalidOperationException("The exchange didn't end well.");
        }
    }
}
