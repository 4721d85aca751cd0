using System.Diagnostics;
using BenchmarkDotNet.Attributes;
using ThroughputKit;
using ThroughputKit.Engines;
using ThroughputKit.Pacing;
using ThroughputKit.Recording;
using ThroughputKit.Requests;
using ThroughputKit.Requests.Data;

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
    private readonly Exchange _plain = new(shared: null, connection: 0, Connections);
    private readonly Exchange _withData = new(shared: null, connection: 0, Connections, room: 1_024);
    private readonly LoadPhase _plainPhase;
    private readonly LoadPhase _dataPhase;
    private RequestShare _plainShare;
    private RequestShare _dataShare;

    public MixBenchmarks()
    {
        _plainPhase = Phase(data: null);
        _dataPhase = Phase(new DataEncoder(Products.Read()));
    }

    [Benchmark(Baseline = true)]
    public int Same_bytes() => Begin(_plain, _plainPhase, ref _plainShare);

    [Benchmark]
    public int With_a_row_of_data() => Begin(_withData, _dataPhase, ref _dataShare);

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
        var phase = new LoadPhase([.. requests.Select(r => RequestEncoder.Encode(r, Load.Address, Load.Success, data))], _recorders, order: order);
        phase.Open(TimeSpan.MaxValue);
        return phase;
    }

    private int Begin(Exchange exchange, LoadPhase phase, ref RequestShare share)
    {
        exchange.Begin(phase, _recorder, ref share, Stopwatch.GetTimestamp());
        return exchange.Bytes.Length;
    }
}
