namespace TestApp;

/// <summary>
/// Work that requests leave to do after their responses: some milliseconds of processor time after the last of them, however many there were,
/// and whatever else the machine does.
/// </summary>
public sealed class LateWork
{
    private const int Pieces = 80;

    private int _left;
    private int _working;

    public void Leave()
    {
        Volatile.Write(ref _left, Pieces);
        if (Interlocked.Exchange(ref _working, 1) == 0)
        {
            ThreadPool.UnsafeQueueUserWorkItem(static work => work.Do(), this, preferLocal: false);
        }
    }

    // About a tenth of a millisecond.
    private static int Piece() => Enumerable.Range(0, 120_000).Aggregate(17, (sum, i) => unchecked((sum * 31) + i));

    private void Do()
    {
        while (Interlocked.Decrement(ref _left) >= 0)
        {
            _ = Piece();
        }

        Volatile.Write(ref _working, 0);
    }
}
