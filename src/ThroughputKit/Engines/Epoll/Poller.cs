using System.Runtime.InteropServices;
using ThroughputKit.Engines.Linux;
using ThroughputKit.Engines.Loops;

namespace ThroughputKit.Engines.Epoll;

/// <summary>Waits for many sockets at once with Linux's epoll. The caller assigns each socket a number.</summary>
internal sealed unsafe class Poller : IPoller
{
    /// <summary>The maximum number of events of one <see cref="Wait"/>.</summary>
    public const int MaxEvents = 512;

    /// <summary>The number of the event that ends a wait. It belongs to no socket.</summary>
    private const int WakeNumber = -1;

    // Readable, writable, closed by the peer; edge-triggered, so each change is reported once.
    private const uint Watched = 0x1 | 0x4 | 0x2000 | 0x80000000;

    // Closed by the peer, closed on both sides, or broken.
    private const uint Closed = 0x2000 | 0x10 | 0x8;

    // The kernel packs the structure only on x86.
    private static readonly int _dataOffset = RuntimeInformation.ProcessArchitecture is Architecture.X64 or Architecture.X86 ? 4 : 8;
    private static readonly int _size = _dataOffset + sizeof(long);

    // Waits finer than a millisecond need Linux 5.11 and glibc 2.35.
    private static readonly bool _hasFineWait = HasFineWait();

    private readonly EpollSocket[] _sockets;
    private readonly int _epoll;
    private WakeEvent? _wake;
    private byte* _events = (byte*)NativeMemory.AllocZeroed(MaxEvents * 16);

    /// <param name="sockets">The number of sockets.</param>
    /// <exception cref="EngineNotAvailableException">The system doesn't permit it.</exception>
    public Poller(int sockets)
    {
        _sockets = new EpollSocket[sockets];
        _epoll = Libc.EpollCreate(Libc.CloseOnExec);
        if (_epoll < 0)
        {
            var error = Marshal.GetLastPInvokeError();
            Dispose();
            throw new EngineNotAvailableException($"epoll can't be used: {Marshal.GetPInvokeErrorMessage(error)}");
        }
    }

    public void AllowWake()
    {
        _wake = new WakeEvent();
        if (Add(_wake.Descriptor, WakeNumber) != 0)
        {
            throw new EngineNotAvailableException($"epoll can't be woken: {Marshal.GetLastPInvokeErrorMessage()}");
        }
    }

    public LoopSocket Create(int number) => _sockets[number] = new EpollSocket(this, number);

    public void Wake() => _wake!.Set();

    /// <summary>Watches a socket until it is closed.</summary>
    /// <returns>0, or the system's error code.</returns>
    public int Add(int socket, int number)
    {
        byte* @event = stackalloc byte[16];
        *(uint*)@event = Watched;
        *(long*)(@event + _dataOffset) = number;
        return Libc.EpollControl(_epoll, Libc.Add, socket, @event) == 0 ? 0 : Marshal.GetLastPInvokeError();
    }

    public int Wait(TimeSpan most)
    {
        var count = Math.Max(0, Await(most));
        for (var i = 0; i < count; i++)
        {
            if ((*(uint*)(_events + (i * _size)) & Closed) != 0 && NumberOf(i) >= 0)
            {
                _sockets[NumberOf(i)].Closed(); // it is told once
            }
        }

        return count;
    }

    public int NumberOf(int @event) => (int)*(long*)(_events + (@event * _size) + _dataOffset);

    private int Await(TimeSpan most)
    {
        if (_hasFineWait && most > TimeSpan.Zero && most < TimeSpan.FromSeconds(1))
        {
            var time = stackalloc nint[2];
            (time[0], time[1]) = (0, (nint)most.TotalNanoseconds);
            return Libc.EpollWaitFine(_epoll, _events, MaxEvents, time, null);
        }

        return Libc.EpollWait(_epoll, _events, MaxEvents, (int)Math.Ceiling(most.TotalMilliseconds));
    }

    private static bool HasFineWait()
    {
        try
        {
            var time = stackalloc nint[2];
            _ = Libc.EpollWaitFine(-1, null, 1, time, null);
            return Marshal.GetLastPInvokeError() != Libc.NotImplemented;
        }
        catch (EntryPointNotFoundException)
        {
            return false;
        }
    }

    public void Dispose()
    {
        if (_events is not null)
        {
            NativeMemory.Free(_events);
            _events = null;
            _wake?.Dispose();
            _ = Libc.Close(_epoll);
        }
    }
}
