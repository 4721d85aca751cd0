namespace ThroughputKit.Responses.Checks;

/// <summary>
/// One thing that is expected of a response. Immutable; all connections share it. Its texts form the sentence "[subject] was expected [expectation], but
/// [fault]".
/// </summary>
internal abstract class ResponseCheck
{
    /// <summary>A fault that nobody wants to be explained, so that nothing is built for it.</summary>
    protected const string Unexplained = "";

    /// <summary>Gets what is checked: "the length of the body".</summary>
    public abstract string Subject { get; }

    /// <summary>Gets what it should be: "to be 7".</summary>
    public abstract string Expectation { get; }

    public abstract ResponsePart Part { get; }

    /// <summary>Gets whether no response can pass two such checks of the same subject that expect different things.</summary>
    public virtual bool IsExclusive => false;

    /// <summary>Returns whether another check of the same subject expects the same.</summary>
    public virtual bool IsSameAs(ResponseCheck other) => Expectation == other.Expectation;

    /// <summary>Gets why the check makes no sense, whatever the response is; <see langword="null"/> if it does.</summary>
    public virtual Problem? Problem => null;

    /// <summary>Checks a response. Returns what was found instead, as in "it is 8"; <see langword="null"/> if it is as expected.</summary>
    /// <param name="response">The response.</param>
    /// <param name="explains">Whether to explain a fault.</param>
    public abstract string? Fault(in CheckedResponse response, bool explains);
}
