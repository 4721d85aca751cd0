namespace ThroughputKit;

/// <summary>A doubt about a result's validity, and how to mend it.</summary>
/// <param name="Name">A fixed name to look for in code.</param>
/// <param name="Severity">How much it matters.</param>
/// <param name="Message">What was seen.</param>
/// <param name="Mend">What to do about it.</param>
public sealed record Finding(string Name, FindingSeverity Severity, string Message, string Mend)
{
    /// <inheritdoc/>
    public override string ToString() => $"{Severity} {Name}: {Message} {Mend}";
}
