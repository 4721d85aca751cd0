namespace ThroughputKit.Counting;

/// <summary>What a process tells of its counts when counting ends.</summary>
/// <param name="Texts">What was counted, the most frequent of each kind first.</param>
/// <param name="WhyUnknown">Why a count isn't known, with the remedy, by its kind. What is missing here is known.</param>
internal sealed record CountedTexts(IReadOnlyList<CountedText> Texts, IReadOnlyDictionary<CountKind, string> WhyUnknown)
{
    /// <summary>Gets the answer of a process that tells nothing.</summary>
    public static CountedTexts None { get; } = new([], new Dictionary<CountKind, string>());
}
