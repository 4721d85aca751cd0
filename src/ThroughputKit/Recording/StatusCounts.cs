namespace ThroughputKit.Recording;

/// <summary>A counter for each status that was seen: they are few. One thread counts; what others read meanwhile may lag.</summary>
internal sealed class StatusCounts
{
    private (int Status, long Count)[] _counts = new (int, long)[4];
    private int _seen;

    public ReadOnlySpan<(int Status, long Count)> All => _counts.AsSpan(0, _seen);

    public long this[int status]
    {
        get
        {
            foreach (var (seen, count) in All)
            {
                if (seen == status)
                {
                    return count;
                }
            }

            return 0;
        }
    }

    public void Add(int status, long count = 1)
    {
        for (var i = 0; i < _seen; i++)
        {
            if (_counts[i].Status == status)
            {
                _counts[i].Count += count;
                return;
            }
        }

        if (_seen == _counts.Length)
        {
            Array.Resize(ref _counts, 2 * _seen);
        }

        _counts[_seen++] = (status, count);
    }

    public void Add(StatusCounts other)
    {
        foreach (var (status, count) in other.All)
        {
            Add(status, count);
        }
    }

    public void Clear() => _seen = 0;
}
