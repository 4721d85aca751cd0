using System.Numerics;
using ThroughputKit.Engines.Loops;

namespace ThroughputKit.Engines.Uring;

/// <summary>Sends and receives for many sockets with Linux's io_uring: one system call for all of them.</summary>
internal sealed unsafe class UringPoller : IPoller
{
    private const int WakeNumber = -1;

    private readonly Ring _ring;
    private readonly RingBuffers _buffers;
    private readonly UringSocket?[] _sockets;
    private readonly int[] _events; // the numbers of their sockets, some twice
    private int _count;
    private WakeEvent? _wake;

    /// <param name="sockets">The number of sockets.</param>
    /// <param name="buffers">The number of buffers; a power of two. By default each socket can have one.</param>
    /// <exception cref="EngineNotAvailableException">The system doesn't permit it, or lacks a feature.</exception>
    public UringPoller(int sockets, int? buffers = null)
    {
        var size = BitOperations.RoundUpToPowerOf2((uint)sockets);
        var entries = Math.Clamp(2 * size, 64, 4096);
        _ring = new Ring(entries, Math.Clamp(4 * size, 2 * entries, 65_536));
        (_sockets, _events) = (new UringSocket?[sockets], new int[2 * sockets]);
        try
        {
            _buffers = new RingBuffers(_ring, buffers ?? (int)size);
        }
        catch
        {
            _ring.Dispose();
            throw;
        }
    }

    public void AllowWake()
    {
        _wake = new WakeEvent();
        AwaitWake();
    }

    public void Wake() => _wake!.Set();

    public LoopSocket Create(int number) => _sockets[number] = new UringSocket(_ring, _buffers, number);

    public int Wait(TimeSpan most)
    {
        int taken;
        do
        {
            _ring.Wait(most);
            for ((taken, _count) = (0, 0); _count < _events.Length && _ring.TryTake(out var completion); taken++)
            {
                Take(completion);
            }
        }
        while (most == TimeSpan.Zero && taken > 0 && _count == 0);
        return _count;
    }

    public int NumberOf(int @event) => _events[@event];

    public void Dispose()
    {
        foreach (var socket in _sockets)
        {
            socket?.Close();
        }

        _ring.Dispose();
        _buffers.Dispose();
        _wake?.Dispose();
    }

    private void Take(in Completion completion)
    {
        if (completion.Number != WakeNumber)
        {
            if (_sockets[completion.Number]!.Take(completion))
            {
                _events[_count++] = completion.Number;
            }
        }
        else if (!completion.GoesOn)
        {
            AwaitWake();
        }
    }

    private void AwaitWake()
    {
        const uint GoesOn = 1; // IORING_POLL_ADD_MULTI
        const uint Readable = 1; // POLLIN
        var entry = _ring.Begin(RingEntry.Poll, _wake!.Descriptor, WakeNumber);
        (entry->Length, entry->OperationFlags) = (GoesOn, Readable);
    }
}
