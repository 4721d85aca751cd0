using ThroughputKit.Requests;
using static System.FormattableString;

namespace ThroughputKit.Planning;

/// <summary>Checks the weights of what takes turns.</summary>
internal static class WeightRules
{
    /// <param name="noun">What has weights, in the singular.</param>
    /// <param name="done">What is done with one of them.</param>
    /// <param name="weights">What sets the weights.</param>
    /// <param name="all">All of them, as within a sentence.</param>
    /// <param name="ofRequests">The weights of the requests that one of them has; <see langword="null"/> if it is one.</param>
    public static IEnumerable<Problem> Check(
        string noun, string done, string weights, IReadOnlyList<(string Name, int Weight)> all, IReadOnlyList<int>? ofRequests = null)
    {
        if (all.FirstOrDefault(m => m.Weight < 0) is (not null, _) negative)
        {
            yield return new Problem(
                Invariant($"The weight of {negative.Name} is {negative.Weight:N0}"),
                "zero or more",
                $"A {noun} with weight 2 is {done} twice as often as one with 1.");
        }
        else if (all.Count > 0 && all.All(m => m.Weight == 0))
        {
            yield return new Problem(
                $"The weight of every {noun} is 0", $"a weight above zero for one {noun} or more", $"Leave {weights} out for equal shares.");
        }
        else if (all.Count > 0 && RequestOrder.RoundOf(ofRequests ?? [.. all.Select(m => m.Weight)]) is > RequestOrder.MaxRound and var round)
        {
            yield return new Problem(
                $"The weights{(ofRequests is null ? "" : $" of all requests of the {noun}s")}"
                    + Invariant($" add up to {round:N0}, divided by what they have in common"),
                Invariant($"at most {RequestOrder.MaxRound:N0}"),
                "Round them: 70 and 30 describe a mix as well as 70,012 and 29,988.");
        }
    }
}
