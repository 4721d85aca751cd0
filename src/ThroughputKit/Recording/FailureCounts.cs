namespace ThroughputKit.Recording;

/// <summary>A counter for each <see cref="FailureKind"/>.</summary>
internal sealed class FailureCounts
{
    private readonly long[] _counts = new long[Enum.GetValues<FailureKind>().Length];

    /// <remarks>A loop, because it is read during the load, in which nothing may be allocated.</remarks>
    public long Total
    {
        get
        {
            long sum = 0;
            foreach (var count in _counts)
            {
                sum += count;
            }

            return sum;
        }
    }

    public long this[FailureKind kind] => _counts[(int)kind];

    public void Increment(FailureKind kind) => _counts[(int)kind]++;

    public void Clear() => Array.Clear(_counts);

    public void Add(FailureCounts other)
    {
        for (var i = 0; i < _counts.Length; i++)
        {
            _counts[i] += other._counts[i];
        }
    }
}
