using ThroughputKit.Statistics;

namespace ThroughputKit.Comparison;

/// <summary>One pass of a comparison: placements, evaluated at a few looks, until every question is decided or the time is up.</summary>
internal sealed class ComparisonPass
{
    private readonly List<Placement> _placements = [];
    private readonly Dictionary<Question, LimitTest> _tests;
    private readonly IReadOnlyList<InterimLook> _looks;
    private double _progress;

    /// <param name="questions">The questions to decide.</param>
    /// <param name="looks">The looks at which the placements so far are evaluated.</param>
    public ComparisonPass(IReadOnlyList<Question> questions, IReadOnlyList<InterimLook> looks) =>
        (_tests, _looks) = (questions.ToDictionary(q => q, q => new LimitTest(q.Limit, looks)), looks);

    public IReadOnlyList<Placement> Placements => _placements;

    /// <summary>Gets whether a request failed. If so, there is nothing to compare.</summary>
    public bool HasFailed { get; private set; }

    /// <summary>Gets whether no question is left to decide, or no time is left.</summary>
    public bool IsOver => HasFailed || _progress >= 1 || (_tests.Count > 0 && _tests.Values.All(t => t.IsOver));

    /// <summary>
    /// Gets the share of the error probability that the interval at the end of the pass may spend. A pass that ends early does so because of
    /// its data, so its interval must be wider. Like decisions, it gets the shares of the looks so far.
    /// </summary>
    public double Spent => _tests.Count == 0 || _progress >= 1 ? 1 : Math.Max(_looks[0].Share, _looks.Where(l => l.Progress <= _progress).Sum(l => l.Share));

    public GateVerdict this[Question question] => _tests[question].Verdict;

    /// <summary>Returns the interval that the last look at a question used; <see langword="null"/> if there was no look.</summary>
    public Interval? Sure(Question question) => _tests[question].Sure;

    /// <summary>Adds a placement, and evaluates the questions if a look is due.</summary>
    /// <param name="placement">The measured placement.</param>
    /// <param name="progress">The completed share of the measuring time, from 0 to 1.</param>
    public void Add(Placement placement, double progress)
    {
        _progress = progress;
        HasFailed |= placement.HasFailed;
        if (HasFailed)
        {
            return;
        }

        if (placement.Blocks.Count > 0)
        {
            _placements.Add(placement);
        }

        foreach (var (question, test) in _tests)
        {
            test.Look(() => question.Quantity.Estimate(_placements), progress);
        }
    }
}
