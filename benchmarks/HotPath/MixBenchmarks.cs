using System.Diagnostics;
using BenchmarkDotNet.Attributes;
using ThroughputKit;
using ThroughputKit.Engines;
using ThroughputKit.Recording;
using ThroughputKit.Requests;
using ThroughputKit.Requests.Data;
using ThroughputKit.Traffic;

namespace HotPath;

/// <summary>
/// Choosing the next request of a mix of 20 with unequal weights and beginning it: from the same bytes each time, and with the values of a CSV file of 10,000
/// rows in its path and body.
/// </summary>
[BenchmarkCategory(Category.PerRequest)]
public class MixBenchmarks : IDisposable
{
    private const int Requests = 20;
    private const int Connections = 64;

    private readonly RecorderSet _recorders = new(Requests);
    private readonly Recorder _recorder = new(Requests, isPaced: false);
    private readonly Sender _plain = new(index: 0, Connections);
    private readonly Sender _withData = new(index: 0, Connections, room: 1_024);
    private readonly Exchange _plainExchange;
    private readonly Exchange _dataExchange;
    private readonly LoadPhase _plainPhase;
    private readonly LoadPhase _dataPhase;

    public MixBenchmarks()
    {
        _plainPhase = Phase(data: null);
        _dataPhase = Phase(new DataEncoder(Products.Read()));
        (_plainExchange, _dataExchange) = (new Exchange(_plain), new Exchange(_withData));
        _plain.Enter(_plainPhase.Schedule);
        _withData.Enter(_dataPhase.Schedule);
    }

    [Benchmark(Baseline = true)]
    public int Same_bytes() => Begin(_plain, _plainExchange, _plainPhase);

    [Benchmark]
    public int With_a_row_of_data() => Begin(_withData, _dataExchange, _dataPhase);

    [GlobalCleanup]
    public void Dispose()
    {
        _plainPhase.Dispose();
        _dataPhase.Dispose();
        _recorders.Dispose();
        GC.SuppressFinalize(this);
    }

    private LoadPhase Phase(DataEncoder? data)
    {
        LoadRequest[] requests =
        [
            .. Enumerable.Range(0, Requests).Select(i => i % 2 == 0
                ? LoadRequest.Get($"/{i}/products/{{id}}")
                : LoadRequest.Post($"/{i}/orders").WithJsonText("""{"id": {id}, "name": "{name}", "price": {price}}""")),
        ];
        var order = new RequestOrder([.. Enumerable.Range(1, Requests)], seed: null, [.. requests.Select(_ => data is not null)]);
        var phase = new LoadPhase([.. requests.Select(r => RequestEncoder.Encode(r, Load.Address, Load.Success, data))], _recorders, new Schedule(order));
        phase.Open(TimeSpan.MaxValue);
        return phase;
    }

    private int Begin(Sender sender, Exchange exchange, LoadPhase phase)
    {
        var now = Stopwatch.GetTimestamp();
        sender.Ended(Ending.Answered, now);
        exchange.Begin(phase, _recorder, now);
        return exchange.Bytes.Length;
    }
}
