using ThroughputKit.Gates;

namespace ThroughputKit.Judging;

/// <summary>What is found out about one assertion.</summary>
/// <param name="Failure">What was found instead, as it stands after "but"; <see langword="null"/> if it holds.</param>
/// <param name="IsInconclusive">Whether it may hold for all that was measured.</param>
internal sealed record Judgement(string? Failure, bool IsInconclusive)
{
    public static Judgement Passed { get; } = new(Failure: null, IsInconclusive: false);

    public static Judgement OfNull { get; } = Failed("it was <null>; there is nothing to judge");

    public static Judgement Failed(string failure) => new(failure, IsInconclusive: false);

    /// <summary>Why a result is no evidence at all; <see langword="null"/> if it can be judged.</summary>
    public static Judgement? Lacking(LoadResult? result)
    {
        if (result is null)
        {
            return OfNull;
        }

        string[] lacking = [.. Completeness.Check(result).Select(f => f.Message)];
        return lacking.Length == 0 ? null : Failed(string.Join("; ", lacking));
    }

    public static Judgement Inconclusive(string reason) => new(reason, IsInconclusive: true);
}
