namespace ThroughputKit.Measurement;

/// <summary>The first few failures of each kind. Locked, but only on the path of a failure.</summary>
internal sealed class Evidence
{
    public const int MostOfAKind = 3;

    private readonly Lock _lock = new();
    private readonly List<FailureExample> _examples = [];
    private readonly FailureCounts _kept = new();
    private volatile bool _wantsResponses = true;

    /// <summary>Gets whether the bytes of a response that fails are still worth copying.</summary>
    public bool WantsResponses => _wantsResponses;

    public void Add(FailureExample example)
    {
        lock (_lock)
        {
            if (_kept[example.Kind] >= MostOfAKind)
            {
                return;
            }

            _kept.Increment(example.Kind);
            _examples.Add(example);
            _wantsResponses = _kept[FailureKind.UnexpectedStatus] < MostOfAKind || _kept[FailureKind.Malformed] < MostOfAKind;
        }
    }

    /// <summary>Whether an example of this kind is still wanted, so that none is made in vain. May say so once too often.</summary>
    public bool Wants(FailureKind kind) => _kept[kind] < MostOfAKind;

    public IReadOnlyList<FailureExample> Examples()
    {
        lock (_lock)
        {
            return [.. _examples.OrderBy(e => e.Kind).ThenBy(e => e.At)];
        }
    }
}
