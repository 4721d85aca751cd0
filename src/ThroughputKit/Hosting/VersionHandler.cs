using System.Net;

namespace ThroughputKit.Hosting;

/// <summary>Sends the requests of a test's own code over HTTP/2, and in no other way.</summary>
internal sealed class VersionHandler(HttpMessageHandler inner) : DelegatingHandler(inner)
{
    protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        (request.Version, request.VersionPolicy) = (HttpVersion.Version20, HttpVersionPolicy.RequestVersionExact);
        return base.SendAsync(request, cancellationToken);
    }
}
