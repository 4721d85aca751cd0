namespace ThroughputKit;

/// <summary>A reason to question a result, and the remedy.</summary>
/// <param name="Name">A fixed name, for use in code.</param>
/// <param name="Severity">The severity.</param>
/// <param name="Message">A description of the observation.</param>
/// <param name="Remedy">The remedy.</param>
public sealed record Finding(string Name, FindingSeverity Severity, string Message, string Remedy)
{
    /// <summary>
    /// Gets whether the test was set up wrongly, as with a Debug build. Gates on timing and memory would then judge the set-up rather than the app.
    /// </summary>
    public bool IsSetUpMistake { get; init; }

    /// <summary>
    /// Gets the maximum factor that the finding explains, between two sides or between a figure and its limit. One explains nothing. Which figures are
    /// affected depends on the name.
    /// </summary>
    internal double Explains { get; init; } = 1;

    /// <summary>Gets the maximum number of allocated bytes per request that work after responses explains, of a difference between two sides.</summary>
    internal double ExplainsBytes { get; init; }

    /// <summary>Gets the name of the request that was measured alone, if the finding is on that.</summary>
    internal string? Endpoint { get; init; }

    /// <summary>Gets whether the finding gives the cause of failed requests.</summary>
    internal bool IsCause { get; init; }

    /// <summary>Returns the finding as a problem that prevents a judgement.</summary>
    internal Problem AsProblem() => new(Message, "figures that can be trusted", Remedy);

    /// <inheritdoc/>
    public override string ToString() => $"{Severity} {Name}: {Message} {Remedy}";
}
