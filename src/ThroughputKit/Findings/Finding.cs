using ThroughputKit.Gates;

namespace ThroughputKit;

/// <summary>A doubt about a result's validity, and how to mend it.</summary>
/// <param name="Name">A fixed name to look for in code.</param>
/// <param name="Severity">How much it matters.</param>
/// <param name="Message">What was seen.</param>
/// <param name="Mend">What to do about it.</param>
public sealed record Finding(string Name, FindingSeverity Severity, string Message, string Mend)
{
    /// <summary>The name of the finding that the runtime's count of allocated bytes can't be right.</summary>
    internal const string Miscount = "Miscount";

    /// <summary>The name of the finding that the machine was slower in one attempt than in another.</summary>
    internal const string SlowerMachine = "SlowerMachine";

    /// <summary>The name of the finding that the app's process did not answer when its figures were asked for.</summary>
    internal const string NoAnswer = "NoAnswer";

    /// <summary>
    /// Gets whether the test was set up wrongly, as with a Debug build: then gates on timing and memory would judge the
    /// set-up rather than the app.
    /// </summary>
    public bool IsSetUpMistake { get; init; }

    /// <summary>Gets the largest logarithm of a ratio that it explains, if it is about what differs between two sides.</summary>
    internal double Explains { get; init; } = double.PositiveInfinity;

    /// <summary>Gets which figures look worse than the app is: a gate on one of them that is missed is no fault of the app's then.</summary>
    internal FigureKind? BlamesWrongly { get; init; }

    /// <summary>Gets whether it says why requests failed.</summary>
    internal bool IsCause { get; init; }

    /// <summary>The same as what stands in the way of a judgement.</summary>
    internal Problem AsProblem() => new(Message, "figures that count", Mend);

    /// <inheritdoc/>
    public override string ToString() => $"{Severity} {Name}: {Message} {Mend}";
}
