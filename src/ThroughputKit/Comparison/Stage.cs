using ThroughputKit.Gates;

namespace ThroughputKit.Comparison;

/// <summary>
/// One go at some questions: slices of both arms in turn, looked at a few times, until every question is decided or the time is up.
/// </summary>
internal sealed class Stage
{
    // Beyond the time that was asked for, only the second of two pairs is waited for.
    private const double HardEnd = 1.5;

    private readonly List<SlicePair> _pairs = [];
    private readonly Dictionary<Question, LimitTest> _tests;
    private readonly Dictionary<Question, double?> _firstOfTwo = [];

    /// <param name="questions">What is to be found out.</param>
    /// <param name="looks">When the slices so far are looked at.</param>
    public Stage(IReadOnlyList<Question> questions, IReadOnlyList<Look> looks) =>
        _tests = questions.ToDictionary(q => q, q => new LimitTest(q.Limit, looks));

    public IReadOnlyList<SlicePair> Pairs => _pairs;

    /// <summary>Gets whether a request failed: then there is nothing to compare.</summary>
    public bool HasFailed { get; private set; }

    public Decision this[Question question] => _tests[question].Decision;

    /// <summary>Measures until all is decided.</summary>
    /// <param name="reference">Measures a slice of the reference.</param>
    /// <param name="candidate">Measures a slice of the candidate.</param>
    /// <param name="progress">Tells how much of the measuring is over, from 0 to 1.</param>
    /// <param name="seed">Chooses the order of the slices.</param>
    /// <param name="cancellationToken">Ends it.</param>
    public async Task RunAsync(
        Func<CancellationToken, Task<Slice>> reference, Func<CancellationToken, Task<Slice>> candidate, Func<double> progress, int seed, CancellationToken cancellationToken)
    {
        await foreach (var round in Interleaving.RunAsync([reference, candidate], seed, cancellationToken).ConfigureAwait(false))
        {
            var over = progress();
            Add(new SlicePair(round[0], round[1]), over);
            if (HasFailed || over >= HardEnd || (_pairs.Count % 2 == 0 && (over >= 1 || (_tests.Count > 0 && _tests.Values.All(t => t.IsOver)))))
            {
                return;
            }
        }
    }

    // Two pairs in a row have opposite orders: in their mean, what drifts cancels out.
    private void Add(SlicePair pair, double progress)
    {
        HasFailed |= pair is { Reference.Failed: > 0 } or { Candidate.Failed: > 0 };
        if (HasFailed)
        {
            return;
        }

        if (pair is { Reference.Completed: 0 } or { Candidate.Completed: 0 })
        {
            // A slice in which the machine let nothing be sent is no evidence, and neither is the pair whose order it was to make up for.
            if (_pairs.Count % 2 == 1)
            {
                _pairs.RemoveAt(_pairs.Count - 1);
            }

            return;
        }

        _pairs.Add(pair);

        foreach (var (question, test) in _tests)
        {
            var value = question.Quantity.Value(pair);
            if (_pairs.Count % 2 == 1)
            {
                _firstOfTwo[question] = value;
            }
            else if ((_firstOfTwo[question] + value) / 2 is { } mean)
            {
                test.Add(mean, progress);
            }
        }
    }
}
