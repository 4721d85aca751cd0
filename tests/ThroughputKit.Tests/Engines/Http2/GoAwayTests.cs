using ThroughputKit.Engines;
using ThroughputKit.Engines.Http2;
using ThroughputKit.Recording;
using ThroughputKit.Requests;
using ThroughputKit.Responses;
using ThroughputKit.Traffic;
using static ThroughputKit.Tests.Engines.Http2.ServerFrames;

namespace ThroughputKit.Tests.Engines.Http2;

/// <summary>A server that ends each of its connections after some requests. It processes those that it counts, and no others.</summary>
public sealed class GoAwayTests : IDisposable
{
    private const int Requests = 20_000;

    private readonly RecorderSet _recorders = new(endpoints: 1);
    private readonly Recorder _recorder = new(endpoints: 1, isPaced: false);
    private readonly LoadPhase _phase;
    private readonly AccountedSlot[] _slots;
    private readonly Http2Connection _connection;
    private readonly byte[] _room = new byte[32_768];
    private readonly Random _random = new(1);
    private int _begun;
    private int _processed;
    private int _unsent;

    public GoAwayTests()
    {
        var request = LoadRequest.Post("/a").WithContent("abc"u8, "text/plain").ExpectHeader("x", "y").ExpectBody("hello");
        _phase = new LoadPhase([RequestEncoder.Encode(request, new Uri("http://localhost"), request.Expected(StatusTable.Of(s => s == 200)))], _recorders);
        _phase.Open(TimeSpan.MaxValue);
        _slots = [.. Enumerable.Range(0, 10).Select(_ => new AccountedSlot(_phase, _recorder))];
        _connection = new Http2Connection(_slots);
    }

    public void Dispose()
    {
        _phase.Dispose();
        _recorders.Dispose();
    }

    [Theory]
    [InlineData(1, false)]
    [InlineData(7, false)]
    [InlineData(1_000, false)]
    [InlineData(7, true)]
    [InlineData(1_000, true)]
    public void The_count_of_the_server_is_the_number_of_requests_sent(int each, bool isAbrupt)
    {
        var connections = 0;
        for (; _begun < Requests || _slots.Any(s => s.MustGoAgain); connections++)
        {
            _connection.Begin();
            Serve(each, isAbrupt);
            Assert.True(_connection.IsDone);
            _unsent += _slots.Count(s => s.MustGoAgain);
        }

        Assert.Equal((Requests, Requests), (_processed, _recorder.Sent));
        Assert.Equal(Requests, _recorder.Succeeded + _recorder.Failed);
        Assert.Equal((0, isAbrupt), (_recorder.InFlight, _recorder.Failed > 0));
        Assert.Equal((Requests + each - 1) / each, connections);
        Assert.True(_unsent > 0);
    }

    // Answers in any order. If the connection ends abruptly, two requests stay unanswered.
    private void Serve(int each, bool isAbrupt)
    {
        _connection.Received(Settings());
        var (reader, processed, last) = (new FrameReader(), 0, 0);
        List<int> waiting = [];
        do
        {
            for (var i = _random.Next(waiting.Count + 1); i > 0; i--)
            {
                AnswerOne(waiting);
            }

            SendAll();
            foreach (var id in Read(reader).Take(each - processed))
            {
                (processed, last) = (processed + 1, id);
                waiting.Add(id);
            }
        }
        while (processed < each && waiting.Count > 0);

        _processed += processed;
        _connection.Received(GoAway(last));
        while (waiting.Count > (isAbrupt ? 2 : 0))
        {
            AnswerOne(waiting);
        }

        _connection.Closed(error: null);
    }

    private void SendAll()
    {
        for (var i = 0; i < _slots.Length; i++)
        {
            var slot = _slots[i];
            if (slot is { IsBusy: false, Move: Move.Send } && _connection.Room > 0 && (slot.MustGoAgain || _begun < Requests))
            {
                _begun += slot.MustGoAgain ? 0 : 1;
                Assert.True(_connection.TrySend(i, slot.Next()));
            }
        }
    }

    private List<int> Read(FrameReader reader)
    {
        List<int> whole = [];
        for (int count; (count = _connection.Write(_room)) > 0;)
        {
            ReadOnlySpan<byte> data = _room.AsSpan(0, count);
            data = data.StartsWith("PRI"u8) ? data[24..] : data;
            while (reader.TryRead(ref data, out var frame, out _))
            {
                if (frame.Type == FrameType.Data && frame.Has(FrameFlags.EndStream))
                {
                    whole.Add(frame.Stream);
                }
            }
        }

        return whole;
    }

    private void AnswerOne(List<int> waiting)
    {
        var i = _random.Next(waiting.Count);
        var id = waiting[i];
        waiting.RemoveAt(i);
        _connection.Received([.. Headers(id, "200|x: y"), .. Data(id, "hello", EndStream)]);
    }
}
