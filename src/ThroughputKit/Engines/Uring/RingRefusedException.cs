using System.Runtime.InteropServices;

namespace ThroughputKit.Engines.Uring;

/// <summary>Thrown when the system refuses a call of io_uring, which has just failed.</summary>
internal sealed class RingRefusedException(string call)
    : EngineNotAvailableException(Explain(call, Marshal.GetLastPInvokeError(), Setting(), Environment.OSVersion.Version))
{
    private const string Path = "/proc/sys/kernel/io_uring_disabled";

    /// <summary>Returns the result of a call that didn't fail.</summary>
    public static nint Check(string call, nint result) => result != -1 ? result : throw new RingRefusedException(call);

    /// <summary>Returns why io_uring can't be used.</summary>
    /// <param name="call">The call that failed.</param>
    /// <param name="error">The system's error code.</param>
    /// <param name="setting">The system's setting kernel.io_uring_disabled; <see langword="null"/> if there is none.</param>
    /// <param name="kernel">The version of the kernel.</param>
    public static string Explain(string call, int error, string? setting, Version kernel)
    {
        var cause = error switch
        {
            1 or 13 => setting is "1" or "2" ? $"kernel.io_uring_disabled is {setting}" : "a filter of system calls forbids it, as in most containers",
            12 => "its queues need more memory than may be locked (ulimit -l)",
            22 => kernel < new Version(6, 1) ? $"Linux {kernel.ToString(2)} is too old, it needs 6.1" : "the kernel lacks a feature that it needs",
            38 => "the kernel has none, or a sandbox hides it",
            _ => "the system refuses it",
        };
        return $"io_uring can't be used: {cause} ({call}: {Marshal.GetPInvokeErrorMessage(error)})";
    }

    private static string? Setting() => File.Exists(Path) ? File.ReadAllText(Path).Trim() : null;
}
