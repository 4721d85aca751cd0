namespace ThroughputKit.Measurement;

/// <summary>The first few failures of each kind, of each request of the plan. Locked, but only on the path of a failure.</summary>
/// <param name="requests">How many requests the plan has.</param>
internal sealed class Evidence(int requests)
{
    public const int MostOfAKind = 3;

    // Of a plan with many requests, all of which fail, the first are enough.
    private const int Most = 60;

    private readonly Lock _lock = new();
    private readonly List<FailureExample> _examples = [];
    private readonly FailureCounts[] _kept = [.. Enumerable.Range(0, requests).Select(_ => new FailureCounts())];
    private volatile bool _isFull;

    /// <summary>Whether the bytes of a response that fails are still worth copying.</summary>
    public bool WantsResponse(int request) => Wants(FailureKind.UnexpectedStatus, request) || Wants(FailureKind.Malformed, request);

    /// <summary>Whether an example of this kind is still wanted, so that none is made in vain. May say so once too often.</summary>
    public bool Wants(FailureKind kind, int request) => !_isFull && _kept[request][kind] < MostOfAKind;

    public void Add(FailureExample example, int request)
    {
        lock (_lock)
        {
            if (Wants(example.Kind, request))
            {
                _kept[request].Increment(example.Kind);
                _examples.Add(example);
                _isFull = _examples.Count == Most;
            }
        }
    }

    public IReadOnlyList<FailureExample> Examples()
    {
        lock (_lock)
        {
            return [.. _examples.OrderBy(e => e.Kind).ThenBy(e => e.At)];
        }
    }
}
