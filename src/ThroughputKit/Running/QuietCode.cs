namespace ThroughputKit.Running;

/// <summary>Decides from slices of 100 ms whether code is still being compiled. Pure.</summary>
/// <remarks>
/// Quickly compiled code allocates more than optimized code. It is replaced in several steps, each of which begins 100 ms after the last
/// (tiered compilation).
/// </remarks>
/// <param name="strays">The number of methods that may be compiled within the slices that must be quiet.</param>
internal sealed class QuietCode(long strays)
{
    /// <summary>The number of consecutive slices that must be quiet together.</summary>
    public const int Quiet = 5;

    /// <summary>The maximum number of slices to wait for.</summary>
    public const int Most = 50;

    private readonly Queue<long?> _latest = new();
    private int _slices;

    /// <summary>Gets the number of methods compiled so far.</summary>
    public long Methods { get; private set; }

    public bool IsQuiet => _latest.Count == Quiet && _latest.Sum(m => m ?? long.MaxValue / Quiet) <= strays;

    public bool IsOver => IsQuiet || _slices >= Most;

    /// <param name="methods">The number of methods compiled in the slice; <see langword="null"/> if unknown, which doesn't count as quiet.</param>
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
