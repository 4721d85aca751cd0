namespace ThroughputKit.Engines.Client;

/// <summary>Notes each response, and begins no request after the iteration.</summary>
/// <param name="inner">The handler that sends the requests.</param>
/// <param name="session">The user.</param>
internal sealed class StepHandler(HttpMessageHandler inner, UserSession session) : DelegatingHandler(inner)
{
    protected override HttpResponseMessage Send(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        session.Token.ThrowIfCancellationRequested();
        var response = base.Send(request, cancellationToken);
        ReceiveAsync(request, response, cancellationToken).GetAwaiter().GetResult();
        return response;
    }

    protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        session.Token.ThrowIfCancellationRequested();
        var response = await base.SendAsync(request, cancellationToken).ConfigureAwait(false);
        await ReceiveAsync(request, response, cancellationToken).ConfigureAwait(false);
        return response;
    }

    private async Task ReceiveAsync(HttpRequestMessage request, HttpResponseMessage response, CancellationToken cancellationToken)
    {
        try
        {
            await session.ReceivedAsync(request, response, cancellationToken).ConfigureAwait(false);
        }
        catch
        {
            response.Dispose();
            throw;
        }
    }
}
