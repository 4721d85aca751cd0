using System.Runtime.InteropServices;

namespace ThroughputKit.Engines.Linux;

/// <summary>The Linux system calls that the engines use. Each returns -1 and sets the error if it fails.</summary>
internal static unsafe partial class Libc
{
    public const int StreamSocket = 1; // SOCK_STREAM
    public const int NonBlocking = 0x800; // SOCK_NONBLOCK, EFD_NONBLOCK
    public const int CloseOnExec = 0x80000; // SOCK_CLOEXEC, EPOLL_CLOEXEC, EFD_CLOEXEC
    public const int Peek = 2; // MSG_PEEK
    public const int NoSignal = 0x4000; // MSG_NOSIGNAL
    public const int WaitAll = 0x100; // MSG_WAITALL
    public const int BothSides = 2; // SHUT_RDWR
    public const int Tcp = 6; // IPPROTO_TCP
    public const int TcpNoDelay = 1; // TCP_NODELAY
    public const int SocketLevel = 1; // SOL_SOCKET
    public const int SocketError = 4; // SO_ERROR
    public const int Add = 1; // EPOLL_CTL_ADD

    public const int Interrupted = 4; // EINTR
    public const int WouldBlock = 11; // EAGAIN
    public const int Busy = 16; // EBUSY
    public const int InProgress = 115; // EINPROGRESS
    public const int NotImplemented = 38; // ENOSYS
    public const int TimeUp = 62; // ETIME

    public const int UringSetup = 425; // io_uring_setup
    public const int UringEnter = 426; // io_uring_enter
    public const int UringRegister = 427; // io_uring_register

    private const string Library = "libc";

    /// <summary>Returns the processor time of the calling thread.</summary>
    public static TimeSpan ThreadTime()
    {
        const int ThreadClock = 3; // CLOCK_THREAD_CPUTIME_ID
        var time = stackalloc nint[2];
        return GetTime(ThreadClock, time) == 0 ? TimeSpan.FromSeconds(time[0]) + TimeSpan.FromMicroseconds(time[1] / 1000.0) : TimeSpan.Zero;
    }

    /// <summary>Puts the calling thread to sleep, with a precision of some tens of microseconds. Fractions of a millisecond count.</summary>
    public static void Sleep(TimeSpan time)
    {
        var parts = stackalloc nint[] { (nint)(time.Ticks / TimeSpan.TicksPerSecond), (nint)(time.Ticks % TimeSpan.TicksPerSecond * 100) };
        _ = Sleep(parts, null);
    }

    [LibraryImport(Library, EntryPoint = "nanosleep")]
    private static partial int Sleep(nint* time, nint* left);

    [LibraryImport(Library, EntryPoint = "clock_gettime")]
    private static partial int GetTime(int clock, nint* time);

    [LibraryImport(Library, EntryPoint = "socket", SetLastError = true)]
    public static partial int Socket(int family, int type, int protocol);

    [LibraryImport(Library, EntryPoint = "connect", SetLastError = true)]
    public static partial int Connect(int socket, byte* address, int length);

    [LibraryImport(Library, EntryPoint = "setsockopt", SetLastError = true)]
    public static partial int SetOption(int socket, int level, int option, int* value, int length);

    [LibraryImport(Library, EntryPoint = "getsockopt", SetLastError = true)]
    public static partial int GetOption(int socket, int level, int option, int* value, int* length);

    [LibraryImport(Library, EntryPoint = "send", SetLastError = true)]
    public static partial nint Send(int socket, byte* bytes, nint length, int flags);

    [LibraryImport(Library, EntryPoint = "recv", SetLastError = true)]
    public static partial nint Receive(int socket, byte* bytes, nint length, int flags);

    [LibraryImport(Library, EntryPoint = "close", SetLastError = true)]
    public static partial int Close(int descriptor);

    [LibraryImport(Library, EntryPoint = "epoll_create1", SetLastError = true)]
    public static partial int EpollCreate(int flags);

    [LibraryImport(Library, EntryPoint = "epoll_ctl", SetLastError = true)]
    public static partial int EpollControl(int epoll, int operation, int descriptor, byte* @event);

    [LibraryImport(Library, EntryPoint = "epoll_wait", SetLastError = true)]
    public static partial int EpollWait(int epoll, byte* events, int most, int milliseconds);

    [LibraryImport(Library, EntryPoint = "epoll_pwait2", SetLastError = true)]
    public static partial int EpollWaitFine(int epoll, byte* events, int most, nint* time, void* signals);

    [LibraryImport(Library, EntryPoint = "eventfd", SetLastError = true)]
    public static partial int EventCreate(uint count, int flags);

    [LibraryImport(Library, EntryPoint = "write", SetLastError = true)]
    public static partial nint Write(int descriptor, void* bytes, nint length);

    [LibraryImport(Library, EntryPoint = "sched_setscheduler")]
    public static partial int SetScheduler(int thread, int policy, int* priority);

    [LibraryImport(Library, EntryPoint = "prctl")]
    public static partial int ControlProcess(int option, nint value, nint unused1, nint unused2, nint unused3);

    [LibraryImport(Library, EntryPoint = "shutdown", SetLastError = true)]
    public static partial int Shutdown(int socket, int how);

    [LibraryImport(Library, EntryPoint = "mmap", SetLastError = true)]
    public static partial void* Map(void* address, nint length, int protection, int flags, int descriptor, nint offset);

    [LibraryImport(Library, EntryPoint = "munmap", SetLastError = true)]
    public static partial int Unmap(void* address, nint length);

    [LibraryImport(Library, EntryPoint = "syscall")]
    public static partial nint Call(nint number, nint first, void* second, nint third);

    [LibraryImport(Library, EntryPoint = "syscall", SetLastError = true)]
    public static partial nint Call(nint number, nint first, nint second, nint third, nint fourth, void* fifth, nint sixth);
}
