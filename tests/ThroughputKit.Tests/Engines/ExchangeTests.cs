using System.Diagnostics;
using ThroughputKit.Engines;
using ThroughputKit.Pacing;
using ThroughputKit.Recording;
using ThroughputKit.Requests;
using ThroughputKit.Responses;
using ThroughputKit.Tests.Support;
using ThroughputKit.Traffic;

namespace ThroughputKit.Tests.Engines;

/// <summary>The exchange without sockets: received bytes are put into its buffer directly.</summary>
public sealed class ExchangeTests : IDisposable
{
    private static readonly byte[] _hello = Wire.Bytes("HTTP/1.1 200 OK|Content-Length: 5||hello");

    private readonly RecorderSet _recorders = new(endpoints: 2);
    private readonly Recorder _recorder = new(endpoints: 2, isPaced: true);
    private readonly LoadPhase _phase;
    private readonly Sender _sender = new();
    private int _times;

    public ExchangeTests()
    {
        var address = new Uri("http://localhost");
        EncodedRequest[] requests = [Engine.Encode(LoadRequest.Get("/a"), address), Engine.Encode(LoadRequest.Get("/b"), address)];
        _phase = new LoadPhase(requests, _recorders);
        _phase.Open(TimeSpan.MaxValue);
        _sender.Enter(_phase.Schedule);
    }

    public void Dispose()
    {
        _phase.Dispose();
        _recorders.Dispose();
    }

    [Fact]
    public void Sends_requests_without_allocating()
    {
        var exchange = new Exchange(_sender);

        var allocated = AllocatedBy(() =>
        {
            Begin(exchange, _phase);
            Answer(exchange, _hello);
        });

        Assert.Equal(0, allocated);
        Assert.Equal(_times, _recorder.Succeeded);
    }

    [Theory]
    [InlineData("HTTP/1.1 200 OK|Content-Length: 5||hello", Ending.Answered)]
    [InlineData("HTTP/1.1 200 OK|Content-Length: 5|Connection: close||hello", Ending.AnsweredLast)]
    [InlineData("HTTP/1.1 500 Oops|Content-Length: 0|Connection: close||", Ending.AnsweredLast)]
    public void Any_answer_begins_the_waits_before_a_connection_is_opened_again_anew(string answer, object ending)
    {
        var exchange = new Exchange(_sender);
        List<double> waits = [];

        foreach (var isAnswered in new[] { false, false, false, true, false, true, false, false })
        {
            Begin(exchange, _phase);
            exchange.Fail("refused");
            if (isAnswered)
            {
                var bytes = Wire.Bytes(answer);
                bytes.CopyTo(exchange.Buffer.Room());
                exchange.Written(_recorder);
                Assert.True(exchange.Received(_recorder, bytes.Length, Stopwatch.GetTimestamp(), overdue: false));
            }

            var ended = exchange.End(_recorder, overdue: false);
            Assert.Equal(isAnswered ? ending : Ending.Broken, ended);
            if (_sender.Ended(ended, now: 0) == Move.BackOff)
            {
                waits.Add(Clock.ToTimeSpan(Clock.ToNanoseconds(_sender.Until)).TotalMilliseconds);
            }
        }

        Assert.Equal([10, 20, 40, 10, 10, 20], waits);
    }

    [Fact]
    public void Sends_planned_requests_without_allocating()
    {
        var exchange = new Exchange(_sender);
        var number = 0;

        var allocated = AllocatedBy(() =>
        {
            BeginPlanned(exchange, _phase, number++, Stopwatch.GetTimestamp());
            Answer(exchange, _hello);
        });

        Assert.Equal(0, allocated);
        Assert.Equal(_times, _recorder.Succeeded);
    }

    [Fact]
    public void Checks_responses_without_allocating()
    {
        var request = LoadRequest.Get("/a").ExpectHeader("Content-Length", "5").ExpectBody("hello").ExpectBody(body => body.Length == 5);
        using var phase = new LoadPhase(
            [RequestEncoder.Encode(request, new Uri("http://localhost"), request.Expected(StatusTable.Of(s => s == 200)))], _recorders);
        phase.Open(TimeSpan.MaxValue);
        _sender.Enter(phase.Schedule);
        var exchange = new Exchange(_sender);

        var allocated = AllocatedBy(() =>
        {
            Begin(exchange, phase);
            Answer(exchange, _hello);
            BeginPlanned(exchange, phase, number: 0, Stopwatch.GetTimestamp());
            Answer(exchange, _hello);
        });

        Assert.Equal(0, allocated);
        Assert.Equal(2 * _times, _recorder.Endpoint(0).Succeeded);
    }

    [Fact]
    public void Judges_gRPC_calls_without_allocating()
    {
        using var phase = Calls();
        var exchange = new Exchange(_sender);
        var answer = Wire.Bytes("HTTP/1.1 200 OK|Content-Type: application/grpc|Transfer-Encoding: chunked||7|\0\0\0\0\u0002ok|0|grpc-status: 0||");

        var allocated = AllocatedBy(() =>
        {
            Begin(exchange, phase);
            Answer(exchange, answer);
        });

        Assert.Equal(0, allocated);
        Assert.Equal(_times, _recorder.Succeeded);
    }

    [Fact]
    public void Failed_checks_allocate_nothing_once_there_is_evidence()
    {
        var request = LoadRequest.Get("/a").ExpectBody("other");
        using var phase = new LoadPhase(
            [RequestEncoder.Encode(request, new Uri("http://localhost"), request.Expected(StatusTable.Of(s => s == 200)))], _recorders);
        phase.Open(TimeSpan.MaxValue);
        _sender.Enter(phase.Schedule);
        var exchange = new Exchange(_sender);
        for (var i = 0; i < Evidence.MaxOfAKind; i++)
        {
            Once();
        }

        Assert.Equal(0, AllocatedBy(Once));
        Assert.Equal(Evidence.MaxOfAKind, phase.Evidence.Examples().Count);
        Assert.Equal(_times + Evidence.MaxOfAKind, _recorder.Whole().Failures[FailureKind.FailedCheck]);

        void Once()
        {
            Begin(exchange, phase);
            Answer(exchange, _hello);
        }
    }

    [Theory]
    [InlineData(0, "", "the connection was still being opened")]
    [InlineData(1, "", "the request was still being written")]
    [InlineData(2, "", "the request was written, but no byte of a response arrived")]
    [InlineData(2, "HTTP/1.1 200 OK|Content-Length: 5||he", "the response had begun")]
    [InlineData(2, "HTTP/1.1 200 OK|Content-Type: text/event-stream;q=1||data: 1", "the response is a stream of server-sent events (text/event-stream)")]
    public void Says_how_far_a_request_was_when_its_time_was_up(int steps, string received, string stood)
    {
        var exchange = new Exchange(_sender);
        Begin(exchange, _phase);
        if (steps > 0)
        {
            exchange.Writing();
        }

        if (steps > 1)
        {
            exchange.Written(_recorder);
        }

        Receive(exchange, received);
        var after = exchange.End(_recorder, overdue: true);

        Assert.Equal((Ending.Unanswered, 1), (after, _recorder.Whole().Failures[FailureKind.Timeout]));
        Assert.Equal($"no complete response in time; {stood}", Assert.Single(_phase.Evidence.Examples()).Detail);
    }

    [Theory]
    [InlineData(1, "the response had begun")]
    [InlineData(3, "the response had begun and kept coming")]
    public void Says_that_a_response_kept_coming_until_its_time_was_up(int pieces, string stood)
    {
        var exchange = new Exchange(_sender);
        BeginPlanned(exchange, _phase, number: 0, due: Stopwatch.GetTimestamp() - Clock.ToTicks(TimeSpan.FromHours(1)));
        exchange.Writing();
        exchange.Written(_recorder);

        for (var i = 0; i < pieces; i++)
        {
            Receive(exchange, i == 0 ? "HTTP/1.1 200 OK|Transfer-Encoding: chunked||" : "5|hello|");
        }

        exchange.End(_recorder, overdue: true);

        Assert.Equal($"no complete response in time; {stood}", Assert.Single(_phase.Evidence.Examples()).Detail);
    }

    private void Begin(Exchange exchange, LoadPhase phase)
    {
        _sender.Begin(Stopwatch.GetTimestamp());
        exchange.Begin(phase, _recorder, Stopwatch.GetTimestamp());
    }

    private void BeginPlanned(Exchange exchange, LoadPhase phase, long number, long due)
    {
        _sender.Give(number, due, hasWaited: false);
        exchange.Begin(phase, _recorder, Stopwatch.GetTimestamp());
    }

    private LoadPhase Calls()
    {
        var request = LoadRequest.Grpc("/a.B/C", []);
        var phase = new LoadPhase([RequestEncoder.Encode(request, new Uri("http://localhost"), request.Expected(StatusTable.Of(s => s == 200)))], _recorders);
        phase.Open(TimeSpan.MaxValue);
        _sender.Enter(phase.Schedule);
        return phase;
    }

    private void Receive(Exchange exchange, string text)
    {
        if (text.Length > 0)
        {
            var bytes = Wire.Bytes(text);
            bytes.CopyTo(exchange.Buffer.Room().Span);
            Assert.False(exchange.Received(_recorder, bytes.Length, Stopwatch.GetTimestamp(), overdue: false));
        }
    }

    private long AllocatedBy(Action exchange) => Allocated.By(
        () =>
        {
            _times++;
            exchange();
        },
        times: 1_000);

    private void Answer(Exchange exchange, byte[] answer)
    {
        exchange.Writing();
        exchange.Written(_recorder);
        answer.CopyTo(exchange.Buffer.Room().Span);
        var isOver = exchange.Received(_recorder, answer.Length, Stopwatch.GetTimestamp(), overdue: false);
        if (!isOver || exchange.End(_recorder, overdue: false) != Ending.Answered)
        {
            throw new InvalidOperationException("The exchange didn't end well."); // an assertion would allocate
        }
    }
}
