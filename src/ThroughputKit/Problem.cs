namespace ThroughputKit;

/// <summary>One mistake: the value found, what was expected, the likely cause and the remedy.</summary>
/// <param name="Found">The problem, with its value: "Connections is 0".</param>
/// <param name="Expected">The values that are valid: "1 to 65,535".</param>
/// <param name="Cause">The likely cause and the remedy, in one or two sentences.</param>
internal sealed record Problem(string Found, string Expected, string Cause)
{
    /// <summary>Gets what the report of the result shows too, in whole sentences; empty if there is nothing.</summary>
    public string Evidence { get; init; } = "";

    /// <summary>Returns a problem if something is wrong; otherwise nothing.</summary>
    public static IEnumerable<Problem> If(bool isWrong, string found, string expected, string cause) => isWrong ? [new Problem(found, expected, cause)] : [];

    /// <summary>Returns the problem with the name of what has it at its beginning.</summary>
    public Problem In(string name) => this with { Found = $"{name}: {Found}" };

    public override string ToString() => $"{Found.TrimEnd('.')}. Expected: {Expected}. {Cause} {Evidence}".TrimEnd();
}
