using System.Runtime.InteropServices;

namespace ThroughputKit.Hosting.Published;

/// <summary>What poll waits for: something to read from a descriptor, or its end. The layout is the system's.</summary>
[StructLayout(LayoutKind.Sequential)]
internal readonly struct PollEntry
{
    private const short Input = 1; // POLLIN

    private readonly int _descriptor;
    private readonly short _wanted;
    private readonly short _found;

    /// <summary>Whoever waits keeps the handle open meanwhile.</summary>
    public PollEntry(SafeHandle handle)
        : this((int)handle.DangerousGetHandle())
    {
    }

    private PollEntry(int descriptor) => (_descriptor, _wanted, _found) = (descriptor, Input, 0);

    /// <summary>Gets an entry that waits for nothing.</summary>
    public static PollEntry None => new(-1);

    public bool IsReady => _found != 0;
}
