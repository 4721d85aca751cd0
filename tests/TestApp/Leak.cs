namespace TestApp;

/// <summary>Keeps 96 bytes for each request: an array of nine references, which the next one refers to.</summary>
public sealed class Leak
{
    private object?[]? _last;

    public void Keep()
    {
        var next = new object?[9];
        next[0] = Interlocked.Exchange(ref _last, next);
    }
}
