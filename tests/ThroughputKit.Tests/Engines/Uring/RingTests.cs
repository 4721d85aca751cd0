using System.Net;
using System.Net.Sockets;
using ThroughputKit.Engines.Uring;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Engines.Uring;

public class RingTests
{
    private const byte Nothing = 0; // IORING_OP_NOP
    private const int NoDescriptor = -1;

    private static readonly TimeSpan _hang = TimeSpan.FromSeconds(60);

    [UringFact]
    public void What_completes_has_the_tag_of_its_operation()
    {
        using var ring = new Ring(entries: 4, completions: 8);
        Begin(ring, 7, generation: 65_535);
        Begin(ring, -1);

        ring.Wait(_hang);

        var all = TakeAll(ring);
        Assert.Equal([(7, (ushort)65_535), (-1, (ushort)0)], all.Select(c => (c.Number, c.Generation)));
        Assert.All(all, c => Assert.Equal((Nothing, 0, -1, false), (c.Operation, c.Result, c.Buffer, c.GoesOn)));
    }

    /// <summary>More operations than the ring has room for, and more completions than it has room for.</summary>
    [UringFact]
    public void Nothing_is_lost_when_the_queues_overflow()
    {
        using var ring = new Ring(entries: 4, completions: 8);
        for (var i = 0; i < 1_000; i++)
        {
            Begin(ring, i);
        }

        List<int> numbers = [];
        do
        {
            ring.Wait(TimeSpan.Zero);
            numbers.AddRange(TakeAll(ring).Select(c => c.Number));
        }
        while (numbers.Count < 1_000 && numbers[^1] < 999);

        Assert.Equal(Enumerable.Range(0, 1_000), numbers);
    }

    [UringFact]
    public void A_wait_ends_when_its_time_is_up()
    {
        using var ring = new Ring(entries: 4, completions: 8);

        ring.Wait(TimeSpan.FromMilliseconds(1));

        Assert.Empty(TakeAll(ring));
    }

    [UringFact]
    public async Task A_wait_for_what_is_slow_does_not_end_with_what_is_quick()
    {
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        using var ring = new Ring(entries: 4, completions: 8);
        Begin(ring, 1);
        ring.Quick = 1;
        BeginPoll(ring, socket, 2, events: 1); // POLLIN
        var sending = Task.Run(async () =>
        {
            await Task.Delay(50);
            socket.SendTo("something"u8, socket.LocalEndPoint!);
        });

        ring.Wait(_hang);

        Assert.Equal([1, 2], TakeAll(ring).Select(c => c.Number));
        await sending;
    }

    [UringFact]
    public void What_is_forgotten_does_nothing()
    {
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        using var ring = new Ring(entries: 4, completions: 8);
        BeginPoll(ring, socket, 1, events: 4); // POLLOUT
        BeginPoll(ring, socket, 2, events: 4);
        Begin(ring, 3);

        ring.Forget((int)socket.Handle);
        ring.Wait(_hang);

        Assert.Equal([(1, 0), (2, 0), (3, 0)], TakeAll(ring).Select(c => (c.Number, c.Result)));
    }

    [UringFact]
    public void A_ring_leaves_nothing_open()
    {
        using (var ring = new Ring(entries: 4, completions: 8))
        {
            ring.Wait(TimeSpan.Zero);
            Assert.True(Open() > 0);
        }

        Assert.Equal(0, Open()); // tests don't run beside one another

        static int Open() => Directory.GetFiles("/proc/self/fd").Count(f => new FileInfo(f).LinkTarget == "anon_inode:[io_uring]");
    }

    private static unsafe void Begin(Ring ring, int number, ushort generation = 0) => ring.Begin(Nothing, NoDescriptor, number, generation);

    private static unsafe void BeginPoll(Ring ring, Socket socket, int number, uint events) =>
        ring.Begin(RingEntry.Poll, (int)socket.Handle, number)->OperationFlags = events;

    private static List<Completion> TakeAll(Ring ring)
    {
        List<Completion> all = [];
        while (ring.TryTake(out var completion))
        {
            all.Add(completion);
        }

        return all;
    }
}
