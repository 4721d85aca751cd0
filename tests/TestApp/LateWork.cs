namespace TestApp;

/// <summary>
/// Work that requests leave to do after their responses: more than half of what all cores could do in a turn of a comparison, however many requests there
/// were, and whatever else the machine does.
/// </summary>
public sealed class LateWork
{
    private const int Pieces = 150;

    private int _left;
    private int _working;

    public void Leave()
    {
        Volatile.Write(ref _left, Pieces * Environment.ProcessorCount);
        while (Volatile.Read(ref _working) is var working && working < Environment.ProcessorCount)
        {
            if (Interlocked.CompareExchange(ref _working, working + 1, working) == working)
            {
                new Thread(Do) { IsBackground = true }.Start(); // the pool's threads are for requests
            }
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

        Interlocked.Decrement(ref _working);
    }
}
