using System.Runtime.InteropServices;
using ThroughputKit.Engines.Linux;

namespace ThroughputKit.Engines.Uring;

/// <summary>
/// A queue of operations for the kernel, and one of what became of them. One system call hands over all new operations and waits. Created on any thread,
/// used by the one that first waits.
/// </summary>
internal sealed unsafe class Ring : IDisposable
{
    private const int Setup = 425; // io_uring_setup
    private const int Enter = 426; // io_uring_enter
    private const int Register = 427; // io_uring_register

    // IORING_SETUP_: CQSIZE, R_DISABLED, SUBMIT_ALL, SINGLE_ISSUER, DEFER_TASKRUN
    private const uint SetupFlags = (1 << 3) | (1 << 6) | (1 << 7) | (1 << 12) | (1 << 13);

    private const int EnableRings = 12; // IORING_REGISTER_ENABLE_RINGS
    private const int GetEvents = 1; // IORING_ENTER_GETEVENTS
    private const int HasTime = 8; // IORING_ENTER_EXT_ARG
    private const int ReadWrite = 3; // PROT_READ | PROT_WRITE
    private const int SharedNow = 0x8001; // MAP_SHARED | MAP_POPULATE
    private const nint EntriesOffset = 0x10000000; // IORING_OFF_SQES

    private readonly int _ring;
    private readonly byte* _queues;
    private readonly nint _queuesSize;
    private readonly RingEntry* _entries;
    private readonly uint _count;
    private readonly uint* _begun; // what the kernel has taken
    private readonly uint* _end;
    private readonly uint* _taken; // of the completions
    private readonly uint* _completed;
    private readonly uint _mask;
    private readonly Completion* _completions;
    private uint _next;
    private uint _handedOver;
    private uint _read;
    private bool _isEnabled;

    /// <param name="entries">The number of operations that are handed over at a time; a power of two.</param>
    /// <param name="completions">The number of results that wait to be read; a power of two, and more than that of the operations.</param>
    /// <exception cref="EngineNotAvailableException">The system doesn't permit it, or lacks a feature.</exception>
    public Ring(uint entries, uint completions)
    {
        var settings = stackalloc uint[30];
        new Span<uint>(settings, 30).Clear();
        (settings[1], settings[2]) = (completions, SetupFlags);
        _ring = (int)Libc.Call(Setup, (nint)entries, (nint)settings, 0, 0, null, 0);
        Check(_ring, "io_uring_setup");
        _count = settings[0];
        uint* ofEntries = settings + 10, ofCompletions = settings + 20;
        _queuesSize = (nint)Math.Max(ofEntries[6] + (_count * sizeof(uint)), ofCompletions[5] + (settings[1] * sizeof(Completion)));
        try
        {
            _queues = (byte*)Map(_queuesSize, 0);
            _entries = (RingEntry*)Map((nint)_count * sizeof(RingEntry), EntriesOffset);
        }
        catch
        {
            Dispose();
            throw;
        }

        _begun = (uint*)(_queues + ofEntries[0]);
        _end = (uint*)(_queues + ofEntries[1]);
        _taken = (uint*)(_queues + ofCompletions[0]);
        _completed = (uint*)(_queues + ofCompletions[1]);
        _completions = (Completion*)(_queues + ofCompletions[5]);
        _mask = settings[1] - 1;
        var order = (uint*)(_queues + ofEntries[6]);
        for (var i = 0u; i < _count; i++)
        {
            order[i] = i;
        }
    }

    /// <summary>Registers something with the kernel.</summary>
    /// <exception cref="EngineNotAvailableException">The system doesn't permit it.</exception>
    public void Add(int operation, void* what, int count, string name) => Check(Libc.Call(Register, _ring, operation, (nint)what, count, null, 0), name);

    /// <summary>Returns the next operation, which is empty. It is handed over with the next <see cref="Wait"/>, or earlier if there are many.</summary>
    public RingEntry* Next()
    {
        if (_next - Volatile.Read(ref *_begun) == _count)
        {
            Go(TimeSpan.Zero, least: 0);
        }

        var entry = _entries + (_next & (_count - 1));
        *entry = default;
        _next++;
        return entry;
    }

    /// <summary>Hands over the new operations, and waits for a result, or until the time is up.</summary>
    public void Wait(TimeSpan most)
    {
        if (!_isEnabled)
        {
            Add(EnableRings, null, 0, "io_uring_register, IORING_REGISTER_ENABLE_RINGS"); // from now on, it belongs to this thread
            _isEnabled = true;
        }

        Go(most, most > TimeSpan.Zero && _read == Volatile.Read(ref *_completed) ? 1 : 0);
    }

    /// <summary>Takes the next result, if there is one.</summary>
    public bool TryTake(out Completion completion)
    {
        if (_read == Volatile.Read(ref *_completed))
        {
            completion = default;
            return false;
        }

        completion = _completions[_read & _mask];
        Volatile.Write(ref *_taken, ++_read);
        return true;
    }

    public void Dispose()
    {
        if (_queues is not null)
        {
            _ = Libc.Unmap(_queues, _queuesSize);
        }

        if (_entries is not null)
        {
            _ = Libc.Unmap(_entries, (nint)_count * sizeof(RingEntry));
        }

        _ = Libc.Close(_ring);
    }

    // What the kernel can't take now, for lack of memory or of room for results, is handed over the next time.
    private void Go(TimeSpan most, int least)
    {
        Volatile.Write(ref *_end, _next);
        var time = stackalloc nint[] { (nint)(most.Ticks / TimeSpan.TicksPerSecond), (nint)(most.Ticks % TimeSpan.TicksPerSecond * 100) };
        var wait = stackalloc nint[] { 0, 0, (nint)time }; // struct io_uring_getevents_arg, without a signal mask
        var taken = Libc.Call(Enter, _ring, (nint)(_next - _handedOver), least, GetEvents | HasTime, wait, 3 * sizeof(nint));
        _handedOver += (uint)Math.Max(0, taken);
    }

    private void* Map(nint length, nint offset)
    {
        var memory = Libc.Map(null, length, ReadWrite, SharedNow, _ring, offset);
        return (nint)memory != -1 ? memory : throw NotAvailable("mmap of its queues");
    }

    private static void Check(nint result, string call)
    {
        if (result < 0)
        {
            throw NotAvailable(call);
        }
    }

    private static EngineNotAvailableException NotAvailable(string call) =>
        new($"{call} failed: {Marshal.GetLastPInvokeErrorMessage()} ({Marshal.GetLastPInvokeError()})");
}
