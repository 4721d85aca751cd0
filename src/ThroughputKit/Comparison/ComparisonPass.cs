using ThroughputKit.Gates;
using ThroughputKit.Statistics;

namespace ThroughputKit.Comparison;

/// <summary>One pass at some questions: placements, looked at a few times, until every question is decided or the time is up.</summary>
internal sealed class ComparisonPass
{
    private readonly List<Placement> _placements = [];
    private readonly Dictionary<Question, LimitTest> _tests;
    private readonly IReadOnlyList<Look> _looks;
    private double _progress;

    /// <param name="questions">What is to be found out.</param>
    /// <param name="looks">When the placements so far are looked at.</param>
    public ComparisonPass(IReadOnlyList<Question> questions, IReadOnlyList<Look> looks) =>
        (_tests, _looks) = (questions.ToDictionary(q => q, q => new LimitTest(q.Limit, looks)), looks);

    public IReadOnlyList<Placement> Placements => _placements;

    /// <summary>Gets whether a request failed: then there is nothing to compare.</summary>
    public bool HasFailed { get; private set; }

    /// <summary>Gets whether there is nothing left to find out, or no time left for it.</summary>
    public bool IsOver => HasFailed || _progress >= 1 || (_tests.Count > 0 && _tests.Values.All(t => t.IsOver));

    /// <summary>
    /// Gets the share of the chance of a wrong interval that may be spent on the one at its end. A pass that ends early does so because of what it has
    /// seen, so its interval must be wider: like decisions, it gets the shares of the looks so far.
    /// </summary>
    public double Spent => _tests.Count == 0 || _progress >= 1 ? 1 : Math.Max(_looks[0].Share, _looks.Where(l => l.Progress <= _progress).Sum(l => l.Share));

    public Decision this[Question question] => _tests[question].Decision;

    /// <summary>The interval that the last look at a question went by; <see langword="null"/> if there was none.</summary>
    public Interval? Sure(Question question) => _tests[question].Sure;

    /// <summary>Takes a placement, and looks if it is time to.</summary>
    /// <param name="placement">What was measured.</param>
    /// <param name="progress">How much of the measuring is over, from 0 to 1.</param>
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
