namespace TestApp;

public sealed class Counter
{
    private long _count;

    public long Next() => Interlocked.Increment(ref _count);
}
