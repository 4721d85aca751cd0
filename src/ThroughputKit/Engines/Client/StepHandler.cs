namespace ThroughputKit.Engines.Client;

/// <summary>Notes the status of each response, and begins no request after the iteration.</summary>
/// <param name="inner">The handler that sends the requests.</param>
/// <param name="session">The user.</param>
internal sealed class StepHandler(HttpMessageHandler inner, UserSession session) : DelegatingHandler(inner)
{
    protected override HttpResponseMessage Send(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        session.Token.ThrowIfCancellationRequested();
        var response = base.Send(request, cancellationToken);
        session.Received(request, (int)response.StatusCode);
        return response;
    }

    protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        session.Token.ThrowIfCancellationRequested();
        var response = await base.SendAsync(request, cancellationToken).ConfigureAwait(false);
        session.Received(request, (int)response.StatusCode);
        return response;
    }
}
