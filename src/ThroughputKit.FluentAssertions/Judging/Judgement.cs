namespace ThroughputKit.Judging;

/// <summary>What is found out about one assertion.</summary>
/// <param name="Failure">What was found instead, as it stands after "but"; <see langword="null"/> if it holds.</param>
/// <param name="IsInconclusive">Whether it may hold for all that was measured.</param>
internal sealed record Judgement(string? Failure, bool IsInconclusive)
{
    public static Judgement Passed { get; } = new(Failure: null, IsInconclusive: false);

    public static Judgement OfNull { get; } = Failed("it was <null>; there is nothing to judge");

    public static Judgement Failed(string failure) => new(failure, IsInconclusive: false);

    public static Judgement Inconclusive(string reason) => new(reason, IsInconclusive: true);
}
