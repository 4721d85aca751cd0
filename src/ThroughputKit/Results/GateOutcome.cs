namespace ThroughputKit;

/// <summary>The outcome of one gate.</summary>
/// <param name="Gate">The gate's name; <c>Evidence</c> if no limit was exceeded, but the evidence was missing or incomplete.</param>
/// <param name="Verdict">The verdict.</param>
/// <param name="Message">The measured value, the limit, and the margin or the reason.</param>
public sealed record GateOutcome(string Gate, GateVerdict Verdict, string Message)
{
    private const string Evidence = "Evidence";

    /// <summary>Gets what it was judged by; <see langword="null"/> if that isn't known, or follows from the result and its limits.</summary>
    internal OutcomeFigures? Figures { get; init; }

    /// <summary>Gets whether the outcome is due to missing evidence rather than to an exceeded limit.</summary>
    internal bool IsForEvidence => Gate == Evidence;

    /// <inheritdoc/>
    public override string ToString() => IsForEvidence || Message.StartsWith(Gate, StringComparison.Ordinal) ? Message : $"{Gate}: {Message}";

    internal static GateVerdict Overall(IReadOnlyList<GateOutcome> outcomes)
    {
        if (outcomes.Any(o => o.Verdict == GateVerdict.Failed))
        {
            return GateVerdict.Failed;
        }

        return outcomes.Count > 0 && outcomes.All(o => o.Verdict == GateVerdict.Passed) ? GateVerdict.Passed : GateVerdict.Inconclusive;
    }

    internal static GateOutcome WithoutEvidence(string message, GateVerdict verdict = GateVerdict.Failed) => new(Evidence, verdict, message);
}
