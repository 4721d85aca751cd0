using System.Diagnostics;

namespace TestApp;

/// <summary>Work that requests leave to do after their responses: it goes on for 8 ms after the last of them, however many there were.</summary>
public sealed class LateWork
{
    private static readonly TimeSpan _goesOn = TimeSpan.FromMilliseconds(8);

    private long _last;
    private int _working;

    public void Leave()
    {
        Volatile.Write(ref _last, Stopwatch.GetTimestamp());
        if (Interlocked.Exchange(ref _working, 1) == 0)
        {
            ThreadPool.UnsafeQueueUserWorkItem(static work => work.Do(), this, preferLocal: false);
        }
    }

    private void Do()
    {
        while (Stopwatch.GetElapsedTime(Volatile.Read(ref _last)) < _goesOn)
        {
        }

        Volatile.Write(ref _working, 0);
    }
}
