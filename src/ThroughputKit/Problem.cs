namespace ThroughputKit;

/// <summary>One mistake: the value found, the allowed values, the likely cause and the remedy.</summary>
/// <param name="Found">The problem, with its value: "Connections is 0".</param>
/// <param name="Allowed">The allowed values: "1 to 65,535".</param>
/// <param name="Cause">The likely cause and the remedy, in one or two sentences.</param>
internal sealed record Problem(string Found, string Allowed, string Cause)
{
    public override string ToString() => $"{Found.TrimEnd('.')}. Allowed: {Allowed}. {Cause}";
}
