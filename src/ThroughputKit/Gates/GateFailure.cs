namespace ThroughputKit;

/// <summary>One gate that a result did not pass.</summary>
/// <param name="Gate">The gate's name; <c>Evidence</c> where no gate was missed, but there was nothing, or not all, to judge.</param>
/// <param name="Message">What was measured, the limit, and by how much it was missed.</param>
public sealed record GateFailure(string Gate, string Message)
{
    private const string Evidence = "Evidence";

    /// <summary>Gets whether it is for want of evidence, and not a limit that was missed.</summary>
    internal bool IsForEvidence => Gate == Evidence;

    /// <inheritdoc/>
    public override string ToString() => IsForEvidence ? Message : $"{Gate}: {Message}";

    internal static GateFailure OfEvidence(string message) => new(Evidence, message);
}
