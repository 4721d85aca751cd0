using System.Globalization;

namespace ThroughputKit.Running;

/// <summary>Remembers the last request of a preparation, and its outcome.</summary>
/// <param name="inner">The handler that sends the requests.</param>
internal sealed class LastRequest(HttpMessageHandler inner) : DelegatingHandler(inner)
{
    private string? _request;
    private string _end = "";

    /// <summary>Describes the request in one sentence; empty if there was none.</summary>
    public string Describe() => Volatile.Read(ref _request) is { } request ? $" Its last request was {request}, which {Volatile.Read(ref _end)}." : "";

    protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        Volatile.Write(ref _end, "was not answered");
        Volatile.Write(ref _request, $"{request.Method} {request.RequestUri}");
        var response = await base.SendAsync(request, cancellationToken).ConfigureAwait(false);
        Volatile.Write(ref _end, string.Create(CultureInfo.InvariantCulture, $"was answered with {(int)response.StatusCode}"));
        return response;
    }
}
