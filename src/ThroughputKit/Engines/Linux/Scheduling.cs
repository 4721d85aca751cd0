using System.Runtime.InteropServices;

namespace ThroughputKit.Engines.Linux;

/// <summary>
/// Sets how the calling thread shares the cores with the app. Needs no privilege; settings that the kernel doesn't know or permit stay
/// unchanged.
/// </summary>
internal static unsafe class Scheduling
{
    /// <summary>
    /// For the closed loop: when the thread wakes, it waits for a core instead of interrupting the app. It then finds more work
    /// when it gets a core, and each wake-up serves more requests (SCHED_BATCH, sched(7)).
    /// </summary>
    public static void LetOthersGoFirst()
    {
        const int CallingThread = 0;
        const int BatchPolicy = 3; // SCHED_BATCH
        var priority = 0;
        _ = Libc.SetScheduler(CallingThread, BatchPolicy, &priority);
    }

    /// <summary>
    /// For set rates: waits end on time, and the thread asks for short time slices, which the scheduler grants sooner (a slice of
    /// 0.1 ms, sched_setattr(2), since Linux 6.12).
    /// </summary>
    public static void BeOnTime()
    {
        const int TimerSlack = 29; // PR_SET_TIMERSLACK
        _ = Libc.ControlProcess(TimerSlack, value: 1, 0, 0, 0);

        // struct sched_attr: size and policy, flags, nice and priority, runtime in nanoseconds, deadline, period.
        var attributes = stackalloc ulong[] { 48, 0, 0, 100_000, 0, 0 };
        if (SetAttributes() is { } number)
        {
            _ = Libc.Call(number, first: 0, attributes, third: 0);
        }
    }

    // The C library has no function for this call before version 2.41.
    private static nint? SetAttributes() => RuntimeInformation.ProcessArchitecture switch
    {
        Architecture.X64 => 314,
        Architecture.Arm64 or Architecture.RiscV64 or Architecture.LoongArch64 => 274,
        _ => null,
    };
}
