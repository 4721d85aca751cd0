namespace ThroughputKit;

/// <summary>One mistake: the value found, what was expected, the likely cause and the remedy.</summary>
/// <param name="Found">The problem, with its value: "Connections is 0".</param>
/// <param name="Expected">The values that are valid: "1 to 65,535".</param>
/// <param name="Cause">The likely cause and the remedy, in one or two sentences.</param>
internal sealed record Problem(string Found, string Expected, string Cause)
{
    public override string ToString() => $"{Found.TrimEnd('.')}. Expected: {Expected}. {Cause}";
}
