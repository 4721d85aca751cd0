using ThroughputKit.Gates;

namespace ThroughputKit.Judging;

/// <summary>The judgement of one assertion.</summary>
/// <param name="Failure">The actual outcome, as the text after "but"; <see langword="null"/> if the assertion holds.</param>
/// <param name="IsInconclusive">Whether the assertion may hold, given the measurements.</param>
internal sealed record Judgement(string? Failure, bool IsInconclusive)
{
    public static Judgement Passed { get; } = new(Failure: null, IsInconclusive: false);

    public static Judgement OfNull { get; } = Failed("it was <null>; there is nothing to judge");

    public static Judgement Failed(string failure) => new(failure, IsInconclusive: false);

    /// <summary>Returns the failure of a result that isn't valid evidence; <see langword="null"/> if it can be judged.</summary>
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
