using System.Globalization;
using System.Text;
using ThroughputKit.Engines.Http2;
using ThroughputKit.Tests.Support;
using static ThroughputKit.Tests.Engines.Http2.ServerFrames;

namespace ThroughputKit.Tests.Engines.Http2;

public class Http2ConnectionTests
{
    [Fact]
    public void Begins_with_what_it_allows()
    {
        var connection = new Http2Connection([new Slot()]);
        connection.Begin();
        var room = new byte[100];

        var length = connection.Write(room);

        Assert.StartsWith("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", Encoding.ASCII.GetString(room), StringComparison.Ordinal);
        Assert.Equal(24 + 9 + 18 + 9 + 4, length);
        Assert.Equal("SETTINGS 000200000000000400100000000600010000, WINDOW_UPDATE 0 by 16711681", new ScriptedClient().Greeting);
    }

    [Fact]
    public void Sends_one_request_a_slot()
    {
        var client = new ScriptedClient();

        Assert.True(client.TrySend(0));
        Assert.False(client.TrySend(0));
        Assert.True(client.TrySend(1, "POST", body: 5));

        Assert.Equal(["HEADERS 1 end", "HEADERS 3", "DATA 3 of 5 end"], client.TakeSent());
        Assert.Equal([1, 1], client.Slots.Select(s => s.WrittenWhole));
        Assert.Equal(0, client.Connection.Room);
    }

    [Fact]
    public void A_body_waits_for_both_windows()
    {
        var client = new ScriptedClient(slots: 3);

        client.TrySend(0, "POST", body: 100_000);
        Assert.Equal(65_535, Body(client.TakeSent(), 1));
        client.Receive([.. Settings(), .. Window(1, 40_000)]);
        Assert.Equal(0, Body(client.TakeSent(), 1));
        client.Receive(Window(0, 10));
        Assert.Equal(["DATA 1 of 10"], client.TakeSent());
        client.TrySend(1, "POST", body: 7);
        client.TrySend(2);
        Assert.Equal(["HEADERS 3", "HEADERS 5 end"], client.TakeSent());
        client.Receive(Window(0, 34_462));

        var sent = client.TakeSent();
        Assert.Equal((34_455, 7, 2), (Body(sent, 1), Body(sent, 3), sent.Count(f => f.EndsWith(" end", StringComparison.Ordinal))));
        Assert.Equal([1, 1, 1], client.Slots.Select(s => s.WrittenWhole));
    }

    [Fact]
    public void A_server_may_take_back_a_window()
    {
        var client = new ScriptedClient();
        client.Receive(Settings((4, 10)));
        client.TrySend(0, "POST", body: 30);
        Assert.Equal(["SETTINGS ack", "HEADERS 1", "DATA 1 of 10"], client.TakeSent());

        client.Receive(Settings((4, 0)));
        client.Receive(Window(1, 10));
        Assert.Equal(["SETTINGS ack"], client.TakeSent());
        client.Receive(Window(1, 5));
        Assert.Equal(["DATA 1 of 5"], client.TakeSent());
        client.Receive(Settings((4, 15)));

        Assert.Equal(["SETTINGS ack", "DATA 1 of 15 end"], client.TakeSent());
    }

    /// <summary>It is told at half of a window that all of it is free again. A connection has one, and each stream; padding counts.</summary>
    [Fact]
    public void A_server_gets_its_windows_back()
    {
        var client = new ScriptedClient(slots: 1);
        client.Receive(Settings());
        client.TakeSent();
        List<string> told = [];
        for (var id = 1; id < 2 * 10; id += 2)
        {
            client.TrySend(0);
            client.Receive(Headers(id, "200"));
            for (var i = 0; i < 64; i++)
            {
                client.Receive(Frame(0, Padded, id, [100, .. new byte[16_383]]));
            }

            client.Receive(Data(id, "", EndStream));
            told.AddRange(client.TakeSent().Where(f => f.StartsWith("WINDOW", StringComparison.Ordinal)));
        }

        Assert.Equal(Enumerable.Range(0, 10).SelectMany(i => Enumerable.Repeat($"WINDOW_UPDATE {(2 * i) + 1} by 524288", 2)), told.Where(f => f[14] != '0'));
        Assert.Equal(["WINDOW_UPDATE 0 by 8388608"], told.Where(f => f[14] == '0'));
        Assert.Equal(10 * 64 * (16_384 - 1 - 100), client.Slots[0].BodyBytes);
    }

    [Fact]
    public void A_server_decides_how_many_requests_it_carries()
    {
        var client = new ScriptedClient(slots: 150);
        Assert.Equal(100, client.Connection.Capacity);
        Assert.Equal(100, client.Slots.Select((_, i) => client.TrySend(i)).Count(sent => sent));

        client.Receive(Settings());
        Assert.Equal((150, 50), (client.Connection.Capacity, client.Connection.Room));
        client.Receive(Settings((3, 10)));
        Assert.Equal((10, 0), (client.Connection.Capacity, client.Connection.Room));
        client.Receive([.. Enumerable.Range(0, 91).SelectMany(i => Answer((2 * i) + 1))]);
        Assert.Equal((10, 1), (client.Connection.Capacity, client.Connection.Room));
        client.Receive(Settings((3, 0)));

        Assert.False(client.TrySend(0));
    }

    [Fact]
    public void A_request_that_is_not_yet_written_is_unsent_if_the_server_takes_no_more()
    {
        var client = new ScriptedClient();
        Assert.True(client.Connection.TrySend(0, ScriptedClient.Request()));
        Assert.True(client.Connection.TrySend(1, ScriptedClient.Request()));

        client.Receive(Settings((3, 1)));

        Assert.Equal("nothing / unsent", client.Log);
        Assert.Equal(["SETTINGS ack", "HEADERS 1 end"], client.TakeSent());
    }

    /// <summary>The server's table of headers goes on, although nobody waits for the response any more.</summary>
    [Fact]
    public void A_cancelled_request_frees_its_slot()
    {
        var (client, server) = (new ScriptedClient(slots: 1), new HpackScript());
        client.Receive(Settings());
        client.TrySend(0);

        Assert.Equal("the request was written, but no response arrived", client.Connection.Cancel(0));
        Assert.True(client.TrySend(0));
        client.Receive([.. Frame(1, EndHeaders, 1, server.Encode((":status", "200"), ("a", "b"))), .. Data(1, "late", EndStream)]);
        client.Receive(Frame(1, EndHeaders | EndStream, 3, server.Encode((":status", "200"), ("a", "b"))));

        Assert.Equal("200 a=b ended", client.Log);
        Assert.Equal(["SETTINGS ack", "HEADERS 1 end", "RST_STREAM 1 CANCEL", "HEADERS 3 end"], client.TakeSent());
    }

    [Fact]
    public void Tells_where_a_cancelled_request_stood()
    {
        var client = new ScriptedClient(slots: 4);
        client.TrySend(0, "POST", body: 70_000);
        client.TrySend(1, "POST", body: 70_000);
        client.TrySend(2);
        client.Receive([.. Settings(), .. Headers(5, "200"), .. Window(3, 70_000)]);
        client.Connection.TrySend(3, ScriptedClient.Request());

        Assert.Equal(
            [
                "the request was still being written: the server's flow control took no more of its body",
                "the request was still being written: the server's flow control took no more of its body",
                "the response had begun",
                "the request was still waiting to be sent",
            ],
            Enumerable.Range(0, 4).Select(client.Connection.Cancel));
        Assert.Equal(4, client.Connection.Room);
    }

    /// <summary>More would look like an attack.</summary>
    [Fact]
    public void A_connection_is_replaced_after_so_many_cancelled_requests()
    {
        var client = new ScriptedClient();
        client.TrySend(1);
        for (var i = 0; i < Http2Connection.MaxResets; i++)
        {
            Assert.True(client.TrySend(0));
            client.Connection.Cancel(0);
        }

        Assert.False(client.TrySend(0));
        Assert.False(client.Connection.IsDone);
        client.Connection.Closed("Connection reset by peer");

        Assert.True(client.Connection.IsDone);
        Assert.Equal(
            "nothing / Read: Connection reset by peer; 50 of its requests had been reset, which servers may take for an attack",
            client.Log);
    }

    /// <summary>On a dead connection nothing is written any more, and nothing else ends it.</summary>
    [Fact]
    public void So_it_is_whatever_their_stage()
    {
        var client = new ScriptedClient();
        for (var i = 0; i < Http2Connection.MaxResets; i++)
        {
            Assert.True(i % 2 == 0 ? client.TrySend(0) : client.Connection.TrySend(0, ScriptedClient.Request()));
            Assert.Equal(i % 2 == 0 ? "the request was written, but no response arrived" : "the request was still waiting to be sent", client.Connection.Cancel(0));
        }

        Assert.False(client.TrySend(0));
        Assert.True(client.Connection.IsDone);
    }

    [Fact]
    public void Answers_before_the_whole_request_are_no_resets()
    {
        var client = new ScriptedClient(slots: 1);
        client.Receive(Settings());
        const int Answers = 2 * Http2Connection.MaxResets;
        for (var i = 0; i < Answers; i++)
        {
            Assert.True(client.TrySend(0, "POST", body: 100_000));
            client.Receive([.. Answer((2 * i) + 1), .. Reset((2 * i) + 1, 0)]);
        }

        Assert.Equal((Answers, 0), (client.Slots[0].Answered, client.Slots[0].WrittenWhole));
        Assert.Equal(Answers, client.TakeSent().Count(f => f.EndsWith(" NO_ERROR", StringComparison.Ordinal)));
        client.TrySend(0);
        client.Connection.Closed("broken");
        Assert.EndsWith(" ClosedWhileReusing: broken", client.Log, StringComparison.Ordinal);
    }

    [Fact]
    public void A_connection_is_replaced_after_so_many_refused_requests()
    {
        var client = new ScriptedClient(slots: 1);
        client.Receive(Settings());
        var sent = 0;
        for (; client.TrySend(0); sent++)
        {
            client.Receive(Reset((2 * sent) + 1, 7));
        }

        Assert.Equal((Http2Connection.MaxResets, true), (sent, client.Connection.IsDone));
        Assert.Equal(sent, client.Slots[0].Given);
    }

    [Fact]
    public void A_connection_is_replaced_when_its_ids_run_out()
    {
        var client = new ScriptedClient(slots: 4, firstId: int.MaxValue - 2);
        for (var slot = 0; slot < 3; slot++)
        {
            Assert.True(client.Connection.TrySend(slot, ScriptedClient.Request()));
        }

        client.Pump();
        client.Receive([.. Settings(), .. Answer(int.MaxValue), .. Answer(int.MaxValue - 2)]);

        Assert.Equal("200 hello ended / 200 hello ended / unsent / nothing", client.Log);
        Assert.False(client.TrySend(3));
        Assert.True(client.Connection.IsDone);
    }

    [Fact]
    public void A_server_with_a_smaller_table_is_told_once_that_it_will_do()
    {
        var client = new ScriptedClient();
        client.Receive(Settings((1, 0)));
        client.TrySend(0);
        client.TrySend(1);

        Assert.Equal(["SETTINGS ack", "HEADERS 1 no table end", "HEADERS 3 end"], client.TakeSent());
    }

    [Fact]
    public void A_long_head_is_sent_in_several_frames()
    {
        var (block, client) = (Enumerable.Range(0, 40_000).Select(i => (byte)(0x80 | (i % 8))).ToArray(), new ScriptedClient());
        client.Connection.TrySend(0, new Http2Request(block, new byte[5], IsHead: false));
        client.TakeSent();
        var room = new byte[Http2Connection.RoomFor(new Http2Request(block, default, IsHead: false))];

        Assert.Equal(0, client.Connection.Write(room.AsSpan(0, 40_000)));
        var length = client.Connection.Write(room);
        client.Pump();

        Assert.Equal(block, (byte[])[.. room[9..16_393], .. room[16_402..32_786], .. room[32_795..length]]);
        Assert.Equal((1, 0), ((int)room[3], (int)room[4])); // HEADERS
        Assert.Equal((9, 0), ((int)room[16_396], (int)room[16_397])); // CONTINUATION
        Assert.Equal((9, EndHeaders), ((int)room[32_789], (int)room[32_790]));
        Assert.Equal(["DATA 1 of 5 end"], client.TakeSent());
    }

    [Fact]
    public void What_is_sent_is_the_same_in_pieces()
    {
        var connection = new Http2Connection([new Slot()]);
        connection.Begin();
        connection.TrySend(0, ScriptedClient.Request("POST", body: 50));
        List<byte> sent = [];
        var room = new byte[Http2Connection.RoomFor(ScriptedClient.Request("POST", body: 50))];
        for (int count; (count = connection.Write(room)) > 0;)
        {
            sent.AddRange(room.AsSpan(0, count));
        }

        Assert.Equal(50, sent.Count(b => b == 'x'));
        Assert.StartsWith("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", Encoding.ASCII.GetString([.. sent]), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(6, 8)] // pings that are answers
    [InlineData(9, 0)] // continuations
    [InlineData(10, 0)] // unknown
    [InlineData(0, 0)] // data
    public void Frames_that_bring_nothing_come_to_an_end(int type, int length)
    {
        var client = new ScriptedClient();
        client.TrySend(0);
        client.Receive([.. Settings(), .. Headers(1, "200", type == 9 ? None : EndHeaders)]);
        client.TakeSent();
        var frame = Frame(type, type == 6 ? Ack : None, type is 0 or 9 ? 1 : 0, new byte[length]);
        for (var i = 0; i < Http2Connection.MaxIdleFrames - 2; i++)
        {
            client.Receive(frame);
        }

        Assert.Empty(client.TakeSent());
        client.Receive([.. frame, .. frame, .. frame]);

        Assert.Equal(["GOAWAY ENHANCE_YOUR_CALM"], client.TakeSent());
        Assert.EndsWith("more than 10000 frames in a row that brought nothing (ENHANCE_YOUR_CALM)", client.Slots[0].Log, StringComparison.Ordinal);
    }

    [Fact]
    public void A_server_that_never_reads_is_not_answered_for_ever()
    {
        var client = new ScriptedClient();
        client.TrySend(0);
        client.Connection.Received(Settings());
        for (var i = 0; i < (Http2Connection.MaxWaiting - FrameHeader.Size) / 17; i++)
        {
            client.Connection.Received(Frame(6, None, 0, new byte[8]));
        }

        Assert.False(client.Connection.IsClosed);
        client.Connection.Received(Frame(6, None, 0, new byte[8]));

        Assert.Equal(
            "Malformed: the server sends frames that must be answered, but doesn't read the answers (ENHANCE_YOUR_CALM) / nothing",
            client.Log);
    }

    [Fact]
    public void A_head_comes_to_an_end()
    {
        var client = new ScriptedClient();
        client.TrySend(0);
        client.Receive([.. Settings(), .. Headers(1, "200", None)]);
        for (var i = 0; i < 4; i++)
        {
            Assert.False(client.Connection.IsClosed);
            client.Receive(Frame(9, None, 1, new byte[16_384]));
        }

        Assert.Equal("Malformed: the server sent a head that is larger than 64 KiB (ENHANCE_YOUR_CALM) / nothing", client.Log);
    }

    [Fact]
    public void The_next_request_may_be_sent_as_soon_as_one_has_ended()
    {
        var client = new ScriptedClient();
        client.Receive(Settings());
        foreach (var (slot, i) in client.Slots.Select((slot, i) => (slot, i)))
        {
            slot.AfterEnd = () => client.Connection.TrySend(i, ScriptedClient.Request()); // its bytes are taken later
            client.TrySend(i);
        }

        for (var id = 1; id < 200; id += 2)
        {
            client.Receive(Answer(id));
        }

        client.Receive(Reset(201, 7));
        client.Receive(Reset(203, 2));
        client.Receive(GoAway(0));

        Assert.Equal((100, 1, 3), (client.Slots.Sum(s => s.Answered), client.Slots.Sum(s => s.Broken), client.Slots.Sum(s => s.Given)));
        Assert.True(client.Connection.IsDone);
    }

    [Fact]
    public void Is_used_for_one_connection_after_another()
    {
        var client = new ScriptedClient();
        for (var i = 0; i < 3; i++)
        {
            client.TrySend(0, "POST", body: 100_000);
            client.TrySend(1);
            client.Receive([.. Settings((3, 1)), .. Answer(3)[..^3]]);
            client.Connection.Closed("broken");
            Assert.False(client.TrySend(0));
            client.Connection.Begin();
            Assert.Equal((2, false, false), (client.Connection.Room, client.Connection.IsDone, client.Connection.HasAnswered));
        }

        Assert.Equal(string.Join(' ', Enumerable.Repeat("Write: broken", 3)) + " / " + string.Join(' ', Enumerable.Repeat("200 Read: broken", 3)), client.Log);
    }

    [Fact]
    public void Requests_allocate_nothing()
    {
        var client = new ScriptedClient(slots: 10);
        var (server, room) = (new HpackScript(), new byte[32_768]);
        foreach (var slot in client.Slots)
        {
            slot.IsSilent = true;
        }

        (string, string)[] head = [(":status", "200"), ("content-length", "500"), ("server", "x")];
        client.Receive([.. Settings(), .. Window(0, 1_000_000_000)]);
        client.TrySend(0);
        client.Receive([.. Frame(1, EndHeaders, 1, server.Encode(head)), .. Data(1, new string('a', 500), EndStream)]);
        var (request, next) = (ScriptedClient.Request("POST", body: 300), 3);
        byte[] response = [.. Frame(1, EndHeaders, 1, server.Encode(head)), .. Data(1, new string('a', 500), EndStream)];

        Assert.Equal(0, Allocated.By(Once, times: 1_000));
        Assert.Equal(next / 2, client.Slots.Sum(s => s.Answered));

        // The bytes come in two pieces.
        void Once()
        {
            for (var slot = 0; slot < 10; slot++)
            {
                client.Connection.TrySend(slot, request);
            }

            while (client.Connection.Write(room) > 0)
            {
                // The server takes all.
            }

            for (var slot = 0; slot < 10; slot++, next += 2)
            {
                var headEnd = response.Length - 500 - FrameHeader.Size;
                (FrameHeader.Read(response) with { Stream = next }).Write(response);
                (FrameHeader.Read(response.AsSpan(headEnd)) with { Stream = next }).Write(response.AsSpan(headEnd));
                client.Connection.Received(response.AsSpan(0, 100));
                client.Connection.Received(response.AsSpan(100));
            }
        }
    }

    private static int Body(string[] frames, int stream) =>
        frames.Where(f => f.StartsWith($"DATA {stream} ", StringComparison.Ordinal)).Sum(f => int.Parse(f.Split(' ')[3], CultureInfo.InvariantCulture));
}
