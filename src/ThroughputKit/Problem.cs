namespace ThroughputKit;

/// <summary>One mistake: the value as found, what is allowed, the likely cause and how to mend it.</summary>
/// <param name="Found">What was found, with its value: "Connections is 0".</param>
/// <param name="Allowed">What is allowed instead: "1 to 65,535".</param>
/// <param name="Cause">The likely cause and the mend, one or two sentences.</param>
internal sealed record Problem(string Found, string Allowed, string Cause)
{
    public override string ToString() => $"{Found.TrimEnd('.')}. Allowed: {Allowed}. {Cause}";
}
