using System.Numerics;
using System.Runtime.InteropServices;
using ThroughputKit.Engines.Linux;
using ThroughputKit.Engines.Loops;

namespace ThroughputKit.Engines.Uring;

/// <summary>Sends and receives for many sockets with Linux's io_uring: one system call for all of them.</summary>
internal sealed unsafe class UringPoller : IPoller
{
    /// <summary>The error of a receive that found no buffer (ENOBUFS). It is begun again; by then, buffers have been read.</summary>
    public const int NoBuffer = 105;

    private const int MinBuffers = 16;
    private const int MaxBuffers = 4096;
    private const uint MinEntries = 64;
    private const uint MaxEntries = 4096;
    private const uint MaxCompletions = 65_536;

    private const uint Readable = 0x1; // POLLIN
    private const uint Writable = 0x4; // POLLOUT
    private const uint SendsAll = 0x100; // MSG_WAITALL

    private readonly Ring _ring;
    private readonly RingBuffers _buffers;
    private readonly UringSocket?[] _sockets;
    private readonly int[] _next; // the buffer that was received after each
    private readonly int[] _lengths; // of what is in the buffers
    private readonly (int Number, bool IsClosed)[] _events;
    private int _count;
    private int _wake = -1;

    /// <param name="sockets">The number of sockets.</param>
    /// <exception cref="EngineNotAvailableException">The system doesn't permit it, or lacks a feature.</exception>
    public UringPoller(int sockets)
    {
        var entries = Math.Clamp(BitOperations.RoundUpToPowerOf2(2 * (uint)sockets), MinEntries, MaxEntries);
        _ring = new Ring(entries, Math.Min(MaxCompletions, 4 * Math.Max(entries, BitOperations.RoundUpToPowerOf2((uint)sockets))));
        var buffers = Math.Clamp((int)BitOperations.RoundUpToPowerOf2((uint)sockets), MinBuffers, MaxBuffers);
        try
        {
            _buffers = new RingBuffers(_ring, buffers);
        }
        catch
        {
            _ring.Dispose();
            throw;
        }

        (_sockets, _next, _lengths, _events) = (new UringSocket?[sockets], new int[buffers], new int[buffers], new (int, bool)[sockets]);
    }

    private enum Kind
    {
        Received,
        Sent,
        Connected,
        Woken,
    }

    public int MaxEvents => int.MaxValue; // a wait has all of them

    public void AllowWake()
    {
        _wake = Libc.EventCreate(0, Libc.NonBlocking | Libc.CloseOnExec);
        if (_wake < 0)
        {
            throw new EngineNotAvailableException($"io_uring can't be woken: {Marshal.GetLastPInvokeErrorMessage()}");
        }

        AwaitWake();
    }

    public void Wake()
    {
        // Each write is an event, so nothing has to be read.
        var one = 1L;
        _ = Libc.Write(_wake, &one, sizeof(long));
    }

    public LoopSocket Create(int number) => _sockets[number] = new UringSocket(this, number);

    public int Wait(TimeSpan most)
    {
        _ring.Wait(most);
        while (_count > 0)
        {
            _sockets[_events[--_count].Number]!.Event = -1;
        }

        while (_ring.TryTake(out var completion))
        {
            Take(completion);
        }

        return _count;
    }

    public int NumberOf(int @event) => _events[@event].Number;

    public bool IsClosed(int @event) => _events[@event].IsClosed;

    public void Send(UringSocket socket, int number, int descriptor, byte* bytes, int length)
    {
        var entry = Begin(RingEntry.Send, Kind.Sent, socket.Generation, number, descriptor);
        (entry->Address, entry->Length, entry->OperationFlags) = ((nint)bytes, (uint)length, (uint)Libc.NoSignal | SendsAll);
    }

    public void Receive(UringSocket socket, int number, int descriptor)
    {
        var entry = Begin(RingEntry.Receive, Kind.Received, socket.Generation, number, descriptor);
        (entry->Flags, entry->Priority, entry->BufferGroup) = (RingEntry.SelectsBuffer, RingEntry.GoesOn | RingEntry.WaitsFirst, RingBuffers.Group);
    }

    public void AwaitConnect(UringSocket socket, int number, int descriptor) =>
        Begin(RingEntry.Poll, Kind.Connected, socket.Generation, number, descriptor)->OperationFlags = Writable;

    /// <summary>Returns the bytes that were received into a buffer.</summary>
    public ReadOnlySpan<byte> BytesOf(int buffer) => _buffers[buffer][.._lengths[buffer]];

    /// <summary>Notes which buffer was received after another one.</summary>
    public void Link(int buffer, int next) => _next[buffer] = next;

    /// <summary>Lets the kernel use a buffer again.</summary>
    /// <returns>The buffer that was received after it; -1 if it was the last one.</returns>
    public int GiveBack(int buffer, bool isLast)
    {
        var next = isLast ? -1 : _next[buffer];
        _buffers.GiveBack(buffer);
        return next;
    }

    public void Dispose()
    {
        foreach (var socket in _sockets)
        {
            socket?.Close();
        }

        _ring.Dispose();
        _buffers.Dispose();
        foreach (var socket in _sockets)
        {
            socket?.Dispose();
        }

        if (_wake >= 0)
        {
            _ = Libc.Close(_wake);
        }
    }

    private void Take(in Completion completion)
    {
        var tag = completion.Tag;
        var (kind, generation, number) = ((Kind)(tag >> 48), (ushort)(tag >> 32), (int)(uint)tag);
        if (completion.Buffer is >= 0 and var buffer)
        {
            _lengths[buffer] = completion.Result;
        }

        if (kind == Kind.Woken)
        {
            if (!completion.GoesOn)
            {
                AwaitWake();
            }

            return; // it was to end the wait
        }

        var socket = _sockets[number]!;
        if (generation != socket.Generation)
        {
            if (completion.Buffer >= 0)
            {
                _buffers.GiveBack(completion.Buffer);
            }

            return; // of an earlier connection
        }

        var isClosed = kind == Kind.Received && socket.Received(completion);
        if (kind == Kind.Sent && !socket.Sent(completion.Result))
        {
            return;
        }

        if (socket.Event < 0)
        {
            socket.Event = _count++;
            _events[socket.Event] = (number, false);
        }

        _events[socket.Event].IsClosed |= isClosed;
    }

    private void AwaitWake()
    {
        var entry = Begin(RingEntry.Poll, Kind.Woken, 0, 0, _wake);
        (entry->Length, entry->OperationFlags) = (RingEntry.PollGoesOn, Readable);
    }

    private RingEntry* Begin(byte operation, Kind kind, ushort generation, int number, int descriptor)
    {
        var entry = _ring.Next();
        (entry->Operation, entry->Descriptor, entry->Tag) = (operation, descriptor, ((ulong)kind << 48) | ((ulong)generation << 32) | (uint)number);
        return entry;
    }
}
