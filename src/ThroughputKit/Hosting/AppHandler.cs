using System.Net;
using System.Net.Sockets;
using ThroughputKit.Requests.Cookies;

namespace ThroughputKit.Hosting;

/// <summary>Creates handlers for the requests of a test's own code: they follow redirects, keep cookies, and connect only to the app.</summary>
internal static class AppHandler
{
    /// <param name="address">The app's address.</param>
    /// <param name="endPoint">The end point that was checked. All connections go there, whatever the name resolves to by now.</param>
    /// <param name="cookies">The app's cookies.</param>
    /// <param name="headers">The headers of the test.</param>
    /// <param name="connected">Is called with each new connection; <see langword="null"/> for nothing.</param>
    public static HttpMessageHandler Create(
        Uri address, IPEndPoint endPoint, CookieJar cookies, IReadOnlyList<KeyValuePair<string, string>> headers, Action<Socket>? connected = null) =>
        new CookieHandler(new SocketsHttpHandler
        {
            UseCookies = false,
            AllowAutoRedirect = false,

            // A test that accepts compressed responses doesn't want its own code to read them.
            AutomaticDecompression = headers.Any(h => h.Key.Equals("Accept-Encoding", StringComparison.OrdinalIgnoreCase))
                ? DecompressionMethods.All
                : DecompressionMethods.None,
            UseProxy = false, // the app is on this machine, whatever the environment says
            SslOptions = LoopbackTls.Options(address.IdnHost, endPoint),
            ConnectCallback = async (_, cancellationToken) =>
            {
                var socket = new Socket(endPoint.AddressFamily, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
                try
                {
                    await socket.ConnectAsync(endPoint, cancellationToken).ConfigureAwait(false);
                    connected?.Invoke(socket);
                    return new NetworkStream(socket, ownsSocket: true);
                }
                catch
                {
                    socket.Dispose();
                    throw;
                }
            },
        }, address, cookies);
}
