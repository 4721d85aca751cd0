using System.Text;
using ThroughputKit.Responses;
using ThroughputKit.Responses.Checks;

namespace ThroughputKit.Engines.Client;

/// <summary>Checks a response as its step expects it. A body that is checked is kept in the response, where the user's code reads it too.</summary>
internal static class StepResponse
{
    private const int SwitchingProtocols = 101; // what follows is no body

    /// <param name="response">The response, whose body may not have been read.</param>
    /// <param name="step">The step.</param>
    /// <param name="activity">What the step is a part of.</param>
    /// <param name="cancellationToken">Ends reading.</param>
    public static async Task<StepAnswer> CheckAsync(HttpResponseMessage response, Step step, IUserActivity activity, CancellationToken cancellationToken)
    {
        var status = (int)response.StatusCode;
        var isExpected = step.Accepts(status);
        var explains = activity.Wants(isExpected ? FailureKind.FailedCheck : FailureKind.UnexpectedStatus, step);
        var expected = step.Own!;
        var readsBody = isExpected ? expected.ChecksBody : explains;
        var body = readsBody && status != SwitchingProtocols ? await response.Content.ReadAsByteArrayAsync(cancellationToken).ConfigureAwait(false) : [];
        var head = expected.KeepsHead || explains ? Head(response) : [];
        var fault = isExpected ? Fault(expected, head, body, explains) : null;
        return new StepAnswer(status, fault, explains && (fault is not null || !isExpected) ? Show(response, head, body) : null);
    }

    private static string? Fault(ExpectedAnswer expected, byte[] head, byte[] body, bool explains)
    {
        var isCut = body.Length > KeptResponse.MaxBodyBytes;
        return expected.Fault(new CheckedResponse { Head = head, Body = isCut ? [] : body, BodyLength = body.Length, IsCut = isCut }, explains);
    }

    private static byte[] Head(HttpResponseMessage response) => Encoding.Latin1.GetBytes(string.Concat(
        from header in response.Headers.NonValidated.Concat(response.Content.Headers.NonValidated)
        from value in header.Value
        select $"{header.Key}: {value}\r\n"));

    private static string Show(HttpResponseMessage response, byte[] head, byte[] body)
    {
        var shown = new ResponseCapture();
        shown.Append(Encoding.Latin1.GetBytes($"HTTP/{response.Version} {(int)response.StatusCode} {response.ReasonPhrase}\r\n"));
        shown.Append(head);
        shown.Append("\r\n"u8);
        shown.Append(body);
        return shown.ToString();
    }
}
