using System.Buffers.Binary;
using ThroughputKit.Engines.Http2;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Engines.Http2;

/// <summary>A connection whose server is the test, which says what comes and reads what was sent.</summary>
internal sealed class ScriptedClient
{
    private readonly byte[] _room = new byte[64 * 1024];
    private readonly List<byte> _sent = [];

    public ScriptedClient(int slots = 2, int firstId = 1)
    {
        Slots = [.. Enumerable.Range(0, slots).Select(_ => new Slot())];
        Connection = new Http2Connection(Slots, firstId);
        Connection.Begin();
        Pump();
        Greeting = string.Join(", ", TakeSent());
    }

    public Slot[] Slots { get; }

    public Http2Connection Connection { get; }

    /// <summary>Gets the frames that a connection begins with.</summary>
    public string Greeting { get; }

    public string Log => string.Join(" / ", Slots.Select(s => s.Log));

    public static Http2Request Request(string method = "GET", int body = 0)
    {
        byte[] room = [];
        var length = body == 0 ? "" : $"Content-Length: {body}|";
        var bytes = Wire.Bytes($"{method} / HTTP/1.1|Host: a|{length}|{new string('x', body)}");
        return Http2RequestEncoder.Encode(bytes, method == "HEAD", isSecure: false, ref room);
    }

    public bool TrySend(int slot, string method = "GET", int body = 0)
    {
        var isSent = Connection.TrySend(slot, Request(method, body));
        if (isSent)
        {
            Slots[slot].Sent();
        }

        Pump();
        return isSent;
    }

    public void Receive(params byte[] bytes)
    {
        Connection.Received(bytes);
        Pump();
    }

    /// <summary>Takes all that can be sent, in pieces of a size that nobody expects.</summary>
    public void Pump()
    {
        for (int count; (count = Connection.Write(_room.AsSpan(0, 20_000))) > 0;)
        {
            _sent.AddRange(_room.AsSpan(0, count));
        }
    }

    /// <summary>Returns the frames that were sent since the last call, in words.</summary>
    public string[] TakeSent()
    {
        var preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"u8;
        ReadOnlySpan<byte> data = _sent.ToArray();
        data = data.StartsWith(preface) ? data[preface.Length..] : data;
        _sent.Clear();
        var reader = new FrameReader();
        List<string> frames = [];
        while (reader.TryRead(ref data, out var frame, out var payload))
        {
            frames.Add(Describe(frame, payload));
        }

        Assert.True(data.IsEmpty);
        return [.. frames];
    }

    private static string Describe(FrameHeader frame, ReadOnlySpan<byte> payload)
    {
        var number = payload.Length >= 4 ? BinaryPrimitives.ReadInt32BigEndian(payload) : 0;
        var details = frame.Type switch
        {
            FrameType.Data => $"{frame.Stream} of {payload.Length}{(frame.Has(FrameFlags.EndStream) ? " end" : "")}",
            FrameType.Headers => $"{frame.Stream}{(payload[0] == HpackWriter.NoTable ? " no table" : "")}{(frame.Has(FrameFlags.EndStream) ? " end" : "")}",
            FrameType.Settings when frame.Has(FrameFlags.Ack) => "ack",
            FrameType.Settings => Convert.ToHexStringLower(payload),
            FrameType.Ping => $"{(frame.Has(FrameFlags.Ack) ? "ack " : "")}{Convert.ToHexStringLower(payload)}",
            FrameType.ResetStream => $"{frame.Stream} {Http2Error.Name((Http2Code)number)}",
            FrameType.WindowUpdate => $"{frame.Stream} by {number}",
            FrameType.GoAway => Http2Error.Name((Http2Code)BinaryPrimitives.ReadInt32BigEndian(payload[4..])),
            _ => $"{frame.Stream}",
        };
        return $"{frame} {details}";
    }
}
