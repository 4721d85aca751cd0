using System.Diagnostics;
using ThroughputKit.Engines.Http2;
using static ThroughputKit.Tests.Engines.Http2.ServerFrames;

namespace ThroughputKit.Tests.Engines.Http2;

/// <summary>
/// Servers that send whatever chance makes of frames: each slot still hears a story that makes sense, nothing hangs, and nothing grows. Seeds are fixed.
/// </summary>
public class RandomFramesTests
{
    private const int MaxFrames = 300;
    private const int MaxEnds = 4; // in a few damaged bytes
    private const int MaxReturned = 50; // bytes for a frame that came

    private readonly byte[] _room = new byte[32_768];
    private readonly Slot[] _slots = [.. Enumerable.Range(0, 8).Select(_ => new Slot { IsSilent = true })];
    private readonly Http2Connection _connection;
    private readonly Http2Request[] _requests = [ScriptedClient.Request(), ScriptedClient.Request("HEAD"), ScriptedClient.Request("POST", body: 40_000)];
    private readonly List<int> _open = []; // streams, as the server knows them
    private long _mayBeSent;
    private int _ends; // that the server sent

    public RandomFramesTests() => _connection = new Http2Connection(_slots);

    [Fact]
    public void Random_frames_break_nothing()
    {
        for (var seed = 0; seed < 1_000; seed++)
        {
            Connect(new Random(seed));
        }

        Assert.All([_slots.Sum(s => s.Answered), _slots.Sum(s => s.Broken), _slots.Sum(s => s.Given)], count => Assert.True(count > 500, $"only {count}"));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void Random_frames_break_nothing_for_a_minute()
    {
        var clock = Stopwatch.StartNew();
        var seed = 0;
        for (; seed < 1_000; seed++)
        {
            Connect(new Random(seed));
        }

        var before = GC.GetTotalMemory(forceFullCollection: true);
        for (; clock.Elapsed < TimeSpan.FromMinutes(1); seed++)
        {
            Connect(new Random(seed));
        }

        Assert.InRange(GC.GetTotalMemory(forceFullCollection: true) - before, long.MinValue, 10_000_000);
    }

    private void Connect(Random random)
    {
        var (answered, sent, reader) = (_slots.Sum(s => s.Answered), 0L, new FrameReader());
        (_ends, _mayBeSent) = (0, 1_000);
        _open.Clear();
        _connection.Begin();
        _connection.Received(Settings());
        for (var i = 0; i < MaxFrames && !_connection.IsDone; i++)
        {
            Act(random);
            for (int count; (count = _connection.Write(_room)) > 0; sent += count)
            {
                Read(_room.AsSpan(0, count), reader);
            }

            _mayBeSent += MaxReturned;
            _connection.Received(Any(random, Id(random)));
        }

        _connection.Closed(error: null);
        Assert.True(_connection.IsDone);
        Assert.All(_slots, s => Assert.True(s.IsFree || s.MustGoAgain));
        Assert.InRange(_slots.Sum(s => s.Answered) - answered, 0, _ends);
        Assert.InRange(sent, 0, _mayBeSent);
    }

    private void Act(Random random)
    {
        for (var i = 0; i < _slots.Length; i++)
        {
            var (slot, request) = (_slots[i], _requests[random.Next(_requests.Length)]);
            if (random.Next(3) == 0 && _connection.TrySend(i, request))
            {
                slot.Sent();
                _mayBeSent += 200 + request.Body.Length;
            }
            else if (random.Next(200) == 0 && !slot.IsFree && !slot.MustGoAgain)
            {
                _connection.Cancel(i);
                slot.IsFree = true;
            }
        }
    }

    private void Read(ReadOnlySpan<byte> data, FrameReader reader)
    {
        data = data.StartsWith("PRI"u8) ? data[24..] : data;
        while (reader.TryRead(ref data, out var frame, out _))
        {
            if (frame.Type == FrameType.Headers)
            {
                _open.Add(frame.Stream);
            }
        }
    }

    private int Id(Random random) => _open.Count == 0 || random.Next(100) == 0 ? random.Next(20) : _open[random.Next(_open.Count)];

    private byte[] Any(Random random, int id)
    {
        switch (random.Next(14))
        {
            case < 4:
                return Last(id, Answer(id, new string('a', random.Next(50))));
            case 4:
                return Last(id, [.. Headers(id, "200|content-length: 3"), .. Data(id, "abc"), .. Headers(id, "grpc-status: 0", EndHeaders | EndStream)]);
            case 5:
                return Last(id, Reset(id, random.Next(14)));
            case 6:
                return Window(random.Next(2) * id, 1 + random.Next(100_000));
            case 7:
                return Settings((3, (uint)random.Next(100)), (4, (uint)random.Next(100_000)));
            case 8:
                return random.Next(20) == 0 ? GoAway(id) : [];
            case 9:
                return Headers(id, random.Next(2) == 0 ? "103" : "200|x: y");
            case 10:
                return Frame(6, random.Next(2), 0, new byte[8]);
            case 11:
                return Data(id, "abc");
            case 12:
                return [.. Headers(id, "200", None), .. Continuation(id, "x: y", EndHeaders)];
            default:
                return random.Next(10) == 0 ? Damaged(random, id) : [];
        }
    }

    private byte[] Last(int id, byte[] frames)
    {
        _ends++;
        _open.Remove(id);
        return frames;
    }

    private byte[] Damaged(Random random, int id)
    {
        _ends += MaxEnds;
        var payload = new byte[random.Next(40)];
        random.NextBytes(payload);
        return random.Next(2) == 0 ? Frame(random.Next(12), random.Next(256), id, payload) : payload;
    }
}
