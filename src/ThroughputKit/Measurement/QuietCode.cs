namespace ThroughputKit.Measurement;

/// <summary>Decides from slices of 100 ms whether any code is still being compiled. Pure.</summary>
/// <remarks>
/// Code that was compiled in haste allocates what better code doesn't, and is replaced in several steps, each of which begins 100 ms
/// after the last (tiered compilation).
/// </remarks>
/// <param name="strays">How many methods may be compiled in as many slices as must be quiet.</param>
internal sealed class QuietCode(long strays)
{
    /// <summary>How many slices in a row must be quiet together.</summary>
    public const int Quiet = 5;

    /// <summary>How many slices are waited for at most.</summary>
    public const int Most = 50;

    private readonly Queue<long?> _latest = new();
    private int _slices;

    /// <summary>Gets how many methods have been compiled.</summary>
    public long Methods { get; private set; }

    public bool IsQuiet => _latest.Count == Quiet && _latest.Sum(m => m ?? long.MaxValue / Quiet) <= strays;

    public bool IsOver => IsQuiet || _slices >= Most;

    /// <param name="methods">The methods compiled in the slice; <see langword="null"/> if that isn't known, which is not quiet.</param>
    public void Add(long? methods)
    {
        _slices++;
        _latest.Enqueue(methods);
        if (_latest.Count > Quiet)
        {
            _latest.Dequeue();
        }

        Methods += methods ?? 0;
    }
}
