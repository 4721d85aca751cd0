using System.Net;
using System.Net.Sockets;
using System.Text;
using ThroughputKit.Engines.Loops;
using ThroughputKit.Engines.Uring;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Engines.Uring;

/// <summary>Sockets of io_uring against a peer of the framework, without the engine.</summary>
public sealed class UringSocketTests : IDisposable
{
    private static readonly TimeSpan _hang = TimeSpan.FromSeconds(60);

    private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);

    public UringSocketTests()
    {
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen(10);
    }

    public void Dispose() => _listener.Dispose();

    /// <summary>The next socket gets the descriptor of the closed one, but nothing that was meant for it.</summary>
    [UringFact]
    public void What_was_under_way_when_a_socket_was_closed_stays_off_the_next_connection()
    {
        using var poller = new UringPoller(sockets: 1);
        var socket = poller.Create(0);
        using var first = Connect(poller, socket);
        Assert.Equal(3, socket.Send("old"u8)); // isn't handed over before the next wait
        socket.Close();

        using var second = Connect(poller, socket);
        Assert.Equal(3, socket.Send("new"u8));
        second.Send("answer"u8);

        Assert.Equal("answer", Receive(poller, socket, 6));
        Assert.Equal("new", Receive(second, 3));
        Assert.Equal(0, first.Receive(new byte[1])); // closed, and not a byte
    }

    [UringFact]
    public void What_came_for_a_closed_connection_is_not_received_on_the_next()
    {
        using var poller = new UringPoller(sockets: 1);
        var socket = poller.Create(0);
        using var first = Connect(poller, socket);
        poller.Wait(TimeSpan.Zero); // now the kernel receives
        first.Send("old"u8);
        socket.Close();

        using var second = Connect(poller, socket);
        second.Send("new"u8);

        Assert.Equal("new", Receive(poller, socket, 3));
    }

    [UringFact]
    public async Task A_peer_that_sends_much_takes_no_more_than_one_buffer()
    {
        var much = string.Concat(Enumerable.Range(0, 100_000).Select(i => $"{i} "));
        using var poller = new UringPoller(sockets: 2, buffers: 2);
        LoopSocket[] sockets = [poller.Create(0), poller.Create(1)];
        using var talkative = Connect(poller, sockets[0]);
        using var other = Connect(poller, sockets[1]);
        var sending = Task.Run(() => talkative.Send(Encoding.ASCII.GetBytes(much)));
        Await(poller, () => sockets[0].HasInput);

        other.Send("hello"u8);

        Assert.Equal("hello", Receive(poller, sockets[1], 5));
        other.Send("again"u8);
        Assert.Equal("again", Receive(poller, sockets[1], 5));
        Assert.Equal(much, Receive(poller, sockets[0], much.Length));
        await sending;
    }

    [UringFact]
    public void The_end_that_comes_with_the_last_bytes_is_known()
    {
        using var poller = new UringPoller(sockets: 1);
        var socket = poller.Create(0);
        using (var peer = Connect(poller, socket))
        {
            peer.Send("bye"u8);
        }

        Assert.Equal("bye", Receive(poller, socket, 3));
        Assert.True(socket.IsClosed);
        Assert.Equal(0, socket.Receive(new byte[1]));
    }

    /// <summary>A request of any size, which the peer reads at its leisure.</summary>
    [UringTheory]
    [InlineData(1)]
    [InlineData(16 * 1024)]
    [InlineData(16 * 1024 + 1)]
    [InlineData(20_000_000)]
    public async Task Everything_that_is_sent_arrives(int length)
    {
        using var poller = new UringPoller(sockets: 1);
        var socket = poller.Create(0);
        using var peer = Connect(poller, socket);
        var sent = new byte[length];
        new Random(length).NextBytes(sent);
        var receiving = Task.Run(() =>
        {
            var received = new byte[length];
            for (var at = 0; at < length;)
            {
                at += peer.Receive(received.AsSpan(at));
            }

            return received;
        });

        for (var at = 0; at < length;)
        {
            var count = socket.Send(sent.AsSpan(at));
            Assert.NotEqual(LoopSocket.Failed, count);
            at += Math.Max(0, count);
            _ = poller.Wait(count > 0 ? TimeSpan.Zero : _hang);
        }

        Assert.Equal(sent, await receiving);
    }

    [UringFact]
    public void The_system_wakes_a_wait()
    {
        using var poller = new UringPoller(sockets: 1);
        poller.AllowWake();
        for (var i = 0; i < 3; i++)
        {
            poller.Wake();
            Assert.Equal(0, poller.Wait(_hang)); // and not only after a minute
        }
    }

    private Socket Connect(UringPoller poller, LoopSocket socket)
    {
        Assert.Equal(LoopSocket.WouldBlock, socket.Connect(_listener.LocalEndPoint!.Serialize()));
        Await(poller, () => true);
        Assert.Equal(0, socket.FinishConnect());
        return _listener.Accept();
    }

    private static string Receive(UringPoller poller, LoopSocket socket, int length)
    {
        var bytes = new byte[length];
        for (var at = 0; at < length;)
        {
            var count = socket.Receive(bytes.AsSpan(at));
            Assert.True(count > 0 || count == LoopSocket.WouldBlock, $"{count}");
            at += Math.Max(0, count);
            if (count < 0)
            {
                Await(poller, () => true);
            }
        }

        return Encoding.ASCII.GetString(bytes);
    }

    private static string Receive(Socket socket, int length)
    {
        var bytes = new byte[length];
        for (var at = 0; at < length;)
        {
            at += socket.Receive(bytes.AsSpan(at));
        }

        return Encoding.ASCII.GetString(bytes);
    }

    private static void Await(UringPoller poller, Func<bool> condition)
    {
        do
        {
            Assert.NotEqual(0, poller.Wait(_hang));
        }
        while (!condition());
    }
}
