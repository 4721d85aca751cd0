using System.Runtime.InteropServices;
using ThroughputKit.Engines.Linux;

namespace ThroughputKit.Engines.Loops;

/// <summary>A descriptor that becomes readable each time somebody wakes the thread that waits for it.</summary>
internal sealed unsafe class WakeEvent : IDisposable
{
    /// <exception cref="EngineNotAvailableException">The system doesn't permit it.</exception>
    public WakeEvent()
    {
        Descriptor = Libc.EventCreate(0, Libc.NonBlocking | Libc.CloseOnExec);
        if (Descriptor < 0)
        {
            throw new EngineNotAvailableException($"threads can't be woken: {Marshal.GetLastPInvokeErrorMessage()}");
        }
    }

    public int Descriptor { get; }

    /// <summary>Wakes the thread. Each call is an event, so nothing has to be read.</summary>
    public void Set()
    {
        var one = 1L;
        _ = Libc.Write(Descriptor, &one, sizeof(long));
    }

    public void Dispose() => _ = Libc.Close(Descriptor);
}
