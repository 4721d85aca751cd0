namespace ThroughputKit.Engines.Client;

/// <summary>Notes the status of each response, and ends requests with their iteration, also those without its token.</summary>
/// <param name="inner">The handler that sends the requests.</param>
/// <param name="session">The user.</param>
internal sealed class StepHandler(HttpMessageHandler inner, UserSession session) : DelegatingHandler(inner)
{
    protected override HttpResponseMessage Send(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        using var end = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, session.Token);
        var response = base.Send(request, end.Token);
        session.LastStatus = (int)response.StatusCode;
        return response;
    }

    protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        using var end = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, session.Token);
        var response = await base.SendAsync(request, end.Token).ConfigureAwait(false);
        session.LastStatus = (int)response.StatusCode;
        return response;
    }
}
