using System.Runtime.InteropServices;
using ThroughputKit.Engines.Linux;

namespace ThroughputKit.Engines.Uring;

/// <summary>
/// A queue of operations for the kernel, and one of what became of them. One system call hands over all new operations and waits. Created on any thread,
/// used by the one that first waits.
/// </summary>
internal sealed unsafe class Ring : IDisposable
{
    // IORING_SETUP_: CQSIZE, R_DISABLED, SUBMIT_ALL, SINGLE_ISSUER, DEFER_TASKRUN
    private const uint SetupFlags = (1 << 3) | (1 << 6) | (1 << 7) | (1 << 12) | (1 << 13);

    private readonly int _ring;
    private readonly byte* _queues;
    private readonly nint _length;
    private readonly RingEntry* _entries;
    private readonly uint _count;
    private readonly uint* _end; // of the operations for the kernel
    private readonly Completion* _completions;
    private readonly uint _mask;
    private readonly uint* _taken; // of the completions
    private readonly uint* _completed;
    private uint _next;
    private uint _handedOver;
    private uint _read;
    private bool _isEnabled;

    /// <param name="entries">The number of operations that are handed over at a time; a power of two.</param>
    /// <param name="completions">The number of those that wait to be read; a power of two, and larger.</param>
    /// <exception cref="EngineNotAvailableException">The system doesn't permit it, or lacks a feature.</exception>
    public Ring(uint entries, uint completions)
    {
        // struct io_uring_params: sizes and flags; where the operations are, from 10 on; where the completions are, from 20 on.
        var settings = stackalloc uint[30];
        new Span<uint>(settings, 30).Clear();
        (settings[1], settings[2]) = (completions, SetupFlags);
        _ring = (int)RingRefusedException.Check("io_uring_setup", Libc.Call(Libc.UringSetup, (nint)entries, (nint)settings, 0, 0, null, 0));
        (_count, _mask) = (settings[0], settings[1] - 1);
        _length = (nint)Math.Max(settings[16] + (_count * sizeof(uint)), settings[25] + (settings[1] * sizeof(Completion)));
        _queues = (byte*)Map(_length, 0);
        _entries = (RingEntry*)Map((nint)_count * sizeof(RingEntry), 0x10000000); // IORING_OFF_SQES
        _end = (uint*)(_queues + settings[11]);
        _taken = (uint*)(_queues + settings[20]);
        _completed = (uint*)(_queues + settings[21]);
        _completions = (Completion*)(_queues + settings[25]);
        for (var i = 0u; i < _count; i++)
        {
            ((uint*)(_queues + settings[16]))[i] = i; // the kernel takes them in their order
        }
    }

    /// <summary>Gets or sets the number of operations that aren't handed over yet, but complete as soon as they are. Nobody waits for them.</summary>
    public int Quick { get; set; }

    /// <summary>Registers something with the kernel.</summary>
    /// <exception cref="EngineNotAvailableException">The system doesn't permit it, or lacks the feature.</exception>
    public void Add(int operation, void* what, int count, string name) =>
        RingRefusedException.Check(name, Libc.Call(Libc.UringRegister, _ring, operation, (nint)what, count, null, 0));

    /// <summary>Begins an operation, which is handed over with the next <see cref="Wait"/>, or earlier if there are many.</summary>
    public RingEntry* Begin(byte operation, int descriptor, int number, ushort generation = 0)
    {
        while (_next - _handedOver == _count)
        {
            Enter(TimeSpan.Zero, least: 0);
        }

        var entry = EntryAt(_next++);
        var tag = ((ulong)operation << 48) | ((ulong)generation << 32) | (uint)number;
        *entry = new RingEntry { Operation = operation, Descriptor = descriptor, Tag = tag };
        return entry;
    }

    /// <summary>Makes nothing of what wasn't handed over yet for a descriptor: once it is closed, the next to be opened has its number.</summary>
    public void Forget(int descriptor)
    {
        for (var i = _handedOver; i != _next; i++)
        {
            if (EntryAt(i)->Descriptor == descriptor)
            {
                *EntryAt(i) = new RingEntry { Tag = EntryAt(i)->Tag };
            }
        }
    }

    /// <summary>Hands over the new operations, and waits until one completes that isn't quick, or the time is up.</summary>
    public void Wait(TimeSpan most)
    {
        Enter(most, most > TimeSpan.Zero && _read == Volatile.Read(ref *_completed) ? Quick + 1 : 0);
        Quick = 0;
    }

    /// <summary>Takes the next completion, if there is one. The kernel keeps those that have no room until the next <see cref="Wait"/>.</summary>
    public bool TryTake(out Completion completion)
    {
        var canTake = _read != Volatile.Read(ref *_completed);
        completion = canTake ? _completions[_read & _mask] : default;
        if (canTake)
        {
            Volatile.Write(ref *_taken, ++_read);
        }

        return canTake;
    }

    public void Dispose()
    {
        _ = _queues is null ? 0 : Libc.Unmap(_queues, _length);
        _ = _entries is null ? 0 : Libc.Unmap(_entries, (nint)_count * sizeof(RingEntry));
        _ = Libc.Close(_ring);
    }

    private RingEntry* EntryAt(uint number) => _entries + (number & (_count - 1));

    // What the kernel can't take now, for lack of memory or of room for completions, is handed over the next time.
    private void Enter(TimeSpan most, int least)
    {
        const int EventsWithTime = 1 | 8; // IORING_ENTER_GETEVENTS | IORING_ENTER_EXT_ARG
        if (!_isEnabled)
        {
            Add(12, null, 0, "IORING_REGISTER_ENABLE_RINGS"); // from now on, it belongs to this thread
            _isEnabled = true;
        }

        Volatile.Write(ref *_end, _next);
        var time = stackalloc nint[] { (nint)(most.Ticks / TimeSpan.TicksPerSecond), (nint)(most.Ticks % TimeSpan.TicksPerSecond * 100) };
        var wait = stackalloc nint[] { 0, 0, (nint)time }; // struct io_uring_getevents_arg, without a signal mask
        var taken = Libc.Call(Libc.UringEnter, _ring, (nint)(_next - _handedOver), least, EventsWithTime, wait, 3 * sizeof(nint));
        _handedOver += (uint)Math.Max(0, taken);
        if (taken < 0 && Marshal.GetLastPInvokeError() is not (Libc.TimeUp or Libc.Interrupted or Libc.WouldBlock or Libc.Busy))
        {
            throw new RingRefusedException("io_uring_enter");
        }
    }

    private void* Map(nint length, nint offset)
    {
        var memory = Libc.Map(null, length, protection: 3, flags: 0x8001, _ring, offset); // PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE
        if ((nint)memory != -1)
        {
            return memory;
        }

        var refused = new RingRefusedException("mmap of io_uring");
        Dispose();
        throw refused;
    }
}
