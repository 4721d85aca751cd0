namespace ThroughputKit.Recording;

/// <summary>The first few failures of each kind, for each request of the plan. Locked, but only on the path of a failure.</summary>
/// <param name="requests">The number of requests in the plan.</param>
internal sealed class Evidence(int requests)
{
    public const int MaxOfAKind = 3;

    // In a plan with many requests that all fail, the first examples are enough.
    public const int MaxExamples = 60;

    private readonly Lock _lock = new();
    private readonly List<(FailureExample Example, string? Head)> _examples = [];
    private readonly FailureCounts[] _kept = [.. Enumerable.Range(0, requests).Select(_ => new FailureCounts())];
    private volatile bool _isFull;

    /// <summary>Returns whether the bytes of a failed response are still worth copying.</summary>
    public bool WantsResponse(int request, bool isChecked) => Wants(FailureKind.UnexpectedStatus, request) || Wants(FailureKind.Malformed, request)
        || (isChecked && Wants(FailureKind.FailedCheck, request));

    /// <summary>
    /// Returns whether an example of this kind is still wanted, so that none is created in vain. May return <see langword="true"/> once too
    /// often.
    /// </summary>
    public bool Wants(FailureKind kind, int request) => !_isFull && _kept[request][kind] < MaxOfAKind;

    /// <param name="example">The failure.</param>
    /// <param name="request">The index of the request.</param>
    /// <param name="head">The head of the request as it was sent; <see langword="null"/> if all are alike.</param>
    public void Add(FailureExample example, int request, string? head = null)
    {
        lock (_lock)
        {
            if (Wants(example.Kind, request))
            {
                _kept[request].Increment(example.Kind);
                _examples.Add((example, head));
                _isFull = _examples.Count == MaxExamples;
            }
        }
    }

    /// <summary>Returns the examples. Only after the load has ended.</summary>
    /// <param name="secrets">Hides secrets in them, after it has learned those that they show; <see langword="null"/> if nothing is hidden.</param>
    public IReadOnlyList<FailureExample> Examples(Secrets? secrets = null)
    {
        lock (_lock)
        {
            foreach (var (example, head) in secrets is null ? [] : _examples)
            {
                secrets!.LearnHead(head ?? "");
                secrets.LearnHead(example.Response ?? "");
            }

            return [.. _examples.Select(e => secrets?.Hide(e.Example) ?? e.Example).OrderBy(e => e.Kind).ThenBy(e => e.At)];
        }
    }
}
