using System.Runtime.InteropServices;

namespace ThroughputKit.Hosting.Published;

/// <summary>The system call of Linux and macOS that waits for several descriptors at once.</summary>
internal static unsafe partial class SystemPoll
{
    private const int Interrupted = 4; // EINTR
    private const int Endless = -1;

    /// <summary>Waits until one of them is ready. False if the system refuses that.</summary>
    public static bool TryWait(Span<PollEntry> entries)
    {
        fixed (PollEntry* first = entries)
        {
            while (Poll(first, (nuint)entries.Length, Endless) < 0)
            {
                if (Marshal.GetLastPInvokeError() != Interrupted)
                {
                    return false;
                }
            }

            return true;
        }
    }

    [LibraryImport("libc", EntryPoint = "poll", SetLastError = true)]
    private static partial int Poll(PollEntry* entries, nuint count, int milliseconds);
}
