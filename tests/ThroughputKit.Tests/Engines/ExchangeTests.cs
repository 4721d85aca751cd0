using System.Diagnostics;
using ThroughputKit.Engines;
using ThroughputKit.Pacing;
using ThroughputKit.Recording;
using ThroughputKit.Requests;
using ThroughputKit.Responses;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Engines;

/// <summary>The exchange without sockets: received bytes are put into its buffer directly.</summary>
public sealed class ExchangeTests : IDisposable
{
    private const int Times = 1_000;

    private static readonly bool[] _succeeds = StatusTable.Of(s => s is >= 200 and < 300);
    private static readonly byte[] _hello = Wire.Bytes("HTTP/1.1 200 OK|Content-Length: 5||hello");

    private readonly RecorderSet _recorders = new(endpoints: 2);
    private readonly Recorder _recorder = new(endpoints: 2, isPaced: true);
    private readonly LoadPhase _phase;
    private RequestShare _share;

    public ExchangeTests()
    {
        var address = new Uri("http://localhost");
        EncodedRequest[] requests = [RequestEncoder.Encode(LoadRequest.Get("/a"), address), RequestEncoder.Encode(LoadRequest.Get("/b"), address)];
        _phase = new LoadPhase(requests, _succeeds, _recorders, rate: LoadRate.From(10_000_000).Hold(TimeSpan.FromHours(1)));
        _phase.Open(TimeSpan.MaxValue);
    }

    public void Dispose()
    {
        _phase.Dispose();
        _recorders.Dispose();
    }

    [Theory]
    [InlineData(1)]
    [InlineData(16)]
    public void Sends_requests_without_allocating(int depth)
    {
        var exchange = new Exchange(_succeeds, depth);
        byte[] answers = [.. Enumerable.Repeat(_hello, depth).SelectMany(r => r)];

        var allocated = Allocated(() =>
        {
            exchange.Begin(_phase, _recorder, ref _share, Stopwatch.GetTimestamp());
            Answer(exchange, answers);
        });

        Assert.Equal(0, allocated);
        Assert.Equal(depth * (Times + 1), _recorder.Endpoints.Sum(e => e.Succeeded));
    }

    [Fact]
    public void Sends_planned_requests_without_allocating()
    {
        var exchange = new Exchange(_succeeds, depth: 1);
        var plan = _phase.Plan(sender: 0, senders: 1);

        var allocated = Allocated(() =>
        {
            plan.Advance();
            exchange.BeginPlanned(_phase, _recorder, plan.Index, plan.Due, Stopwatch.GetTimestamp());
            Answer(exchange, _hello);
        });

        Assert.Equal(0, allocated);
        Assert.Equal(Times + 1, _recorder.Endpoints.Sum(e => e.Succeeded));
    }

    private static long Allocated(Action exchange)
    {
        exchange();
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var i = 0; i < Times; i++)
        {
            exchange();
        }

        return GC.GetAllocatedBytesForCurrentThread() - before;
    }

    private void Answer(Exchange exchange, byte[] answers)
    {
        exchange.Writing();
        exchange.Written(_recorder);
        answers.CopyTo(exchange.Buffer.Room().Span);
        var isOver = exchange.Received(_recorder, answers.Length, Stopwatch.GetTimestamp(), overdue: false);
        if (!isOver || exchange.End(_recorder, overdue: false) != AfterExchange.KeepOpen)
        {
            throw new InvalidOperationException("The exchange didn't end well."); // an assertion would allocate
        }
    }
}
