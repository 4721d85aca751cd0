namespace ThroughputKit.Responses.Checks;

/// <summary>Expects that a function of the user accepts the body.</summary>
internal sealed class BodyFunctionCheck(BodyPredicate accepts) : ResponseCheck
{
    public override string Subject => "the body";

    public override string Expectation => "to be accepted by the function of ExpectBody";

    public override ResponsePart Part => ResponsePart.Body;

    public override string? Fault(in CheckedResponse response, bool explains)
    {
        try
        {
            return accepts(response.Body) ? null
                : explains ? $"that returned false for {Excerpt.Shown(response.Body)}"
                : Unexplained;
        }
        catch (Exception e)
        {
            // Whatever a user's function throws is the outcome of this check. It must not end the load.
            return explains ? $"that threw {e.GetType().Name}: {e.Message.TrimEnd('.')}, for {Excerpt.Shown(response.Body)}" : Unexplained;
        }
    }
}
