using System.Globalization;

namespace ThroughputKit.Findings;

/// <summary>
/// One side of a comparison keeps working after its responses for longer than the other. The sides take turns, so some of that work is done in the other
/// side's turns and slows it down.
/// </summary>
internal sealed class TrailingWorkRule : IFindingRule
{
    // The processor time that the threads of any app take until they sleep varies by half of this.
    private const double ToleratedShare = 0.25;

    private const double MostBounded = 0.5;

    private static readonly TimeSpan _turn = TimeSpan.FromMilliseconds(10);
    private static readonly TimeSpan _tolerated = TimeSpan.FromMilliseconds(1);

    // The message has the same words for both sides, so that it is reported once.
    public Finding? Examine(RunFacts run) => run.TrailingWork is not var (reference, candidate) ? null
        : IsLonger(candidate, reference) ? Of(FindingNames.CandidateTrailingWork, "candidate", candidate, "reference", reference, "is slower, and allocates more, than is measured")
        : IsLonger(reference, candidate) ? Of(FindingNames.ReferenceTrailingWork, "reference", reference, "candidate", candidate, "is slower, and allocates more, than is measured, and the candidate seems the worse for it")
        : null;

    private static bool IsLonger(TimeSpan one, TimeSpan other) => one - other > _tolerated + (ToleratedShare * other);

    private static Finding Of(string name, string late, TimeSpan much, string other, TimeSpan little, string therefore) => new(
        name,
        FindingSeverity.Warning,
        string.Create(CultureInfo.InvariantCulture, $"After each turn of {_turn.TotalMilliseconds:0} ms the {late} takes {much.TotalMilliseconds:0.0} ms of processor time for work that its responses didn't wait for, the {other} {little.TotalMilliseconds:0.0} ms. Some of it is done in the turns of the {other}, so the {late} {therefore}."),
        "Await what a request leaves to a queue or to another thread, or compare runs of several seconds: LoadTest.Experiment.")
    { Explains = Explained(much - little) };

    // The other side does the work in its turns, and this side would do it in its own: a share of all cores for one turn. For a large share this is no
    // bound.
    private static double Explained(TimeSpan work)
    {
        var share = work / (_turn * Environment.ProcessorCount);
        return share < MostBounded ? Math.Log((1 + share) / (1 - share)) : double.PositiveInfinity;
    }
}
