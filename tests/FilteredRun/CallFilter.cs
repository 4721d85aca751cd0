using System.ComponentModel;
using System.Runtime.InteropServices;

namespace FilteredRun;

/// <summary>A filter of system calls, as containers have one, for all threads of this process.</summary>
internal static unsafe partial class CallFilter
{
    private const int NoNewPrivileges = 38; // PR_SET_NO_NEW_PRIVS
    private const int AddFilter = 1; // SECCOMP_SET_MODE_FILTER
    private const int ForAllThreads = 1; // SECCOMP_FILTER_FLAG_TSYNC

    // seccomp(2) has no function in the C library.
    private static readonly nint _call = RuntimeInformation.ProcessArchitecture == Architecture.X64 ? 317 : 277;

    /// <summary>Lets io_uring_setup fail with an error code.</summary>
    public static void Install(int error)
    {
        // struct sock_filter: code (16 bits), where to jump if true and if false (8 bits each), value (32 bits).
        var filter = stackalloc ulong[]
        {
            0x20, // loads the number of the call
            0x15 | (1UL << 24) | (425UL << 32), // the next, if it is io_uring_setup; else the one after it
            0x06 | ((0x00050000UL | (uint)error) << 32), // returns the error
            0x06 | (0x7fff0000UL << 32), // allows it
        };
        var program = stackalloc ulong[] { 4, (ulong)filter };
        if (Control(NoNewPrivileges, 1, 0, 0, 0) != 0 || Call(_call, AddFilter, ForAllThreads, program) != 0)
        {
            throw new Win32Exception();
        }
    }

    [LibraryImport("libc", EntryPoint = "prctl", SetLastError = true)]
    private static partial int Control(int option, nint first, nint second, nint third, nint fourth);

    [LibraryImport("libc", EntryPoint = "syscall", SetLastError = true)]
    private static partial nint Call(nint number, nint operation, nint flags, ulong* program);
}
