using System.Net;
using System.Net.Sockets;
using ThroughputKit.Requests.Cookies;

namespace ThroughputKit.Hosting;

/// <summary>Creates handlers for the requests of a test's own code: they follow redirects, keep cookies, and connect only to the app.</summary>
internal static class AppHandler
{
    // A stream that a user has left would go on for two seconds, beside those that are open.
    private static readonly TimeSpan _drain = TimeSpan.FromMilliseconds(100);

    /// <summary>Creates the framework's own handler, which trusts the app's certificate.</summary>
    public static HttpMessageHandler Trusting(RunningApp app) => new SocketsHttpHandler
    {
        UseProxy = false,
        SslOptions = AppTls.Options(app.Address, new IPEndPoint(IPAddress.Loopback, app.Address.Port), app.Certificate)!,
    };

    /// <param name="app">The app's address.</param>
    /// <param name="cookies">The app's cookies.</param>
    /// <param name="headers">The headers of the test.</param>
    /// <param name="connected">Is called with each new connection; <see langword="null"/> for nothing.</param>
    public static HttpMessageHandler Create(
        CheckedAddress app, CookieJar cookies, IReadOnlyList<KeyValuePair<string, string>> headers, Action<Socket>? connected = null)
    {
        var sending = Sending(app, headers, connected);
        return new CookieHandler(app.Protocol == LoadProtocol.Http2 ? new VersionHandler(sending) : sending, app.Address, cookies);
    }

    private static SocketsHttpHandler Sending(CheckedAddress app, IReadOnlyList<KeyValuePair<string, string>> headers, Action<Socket>? connected) => new()
    {
        UseCookies = false,
        AllowAutoRedirect = false,
        ResponseDrainTimeout = _drain,

        // A test that accepts compressed responses doesn't want its own code to read them.
        AutomaticDecompression = headers.Any(h => h.Key.Equals("Accept-Encoding", StringComparison.OrdinalIgnoreCase))
            ? DecompressionMethods.All
            : DecompressionMethods.None,
        UseProxy = false, // the app is on this machine, whatever the environment says
        SslOptions = app.Tls!,
        ConnectCallback = async (_, cancellationToken) =>
        {
            var socket = new Socket(app.EndPoint.AddressFamily, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
            try
            {
                await socket.ConnectAsync(app.EndPoint, cancellationToken).ConfigureAwait(false);
                connected?.Invoke(socket);
                return new NetworkStream(socket, ownsSocket: true);
            }
            catch
            {
                socket.Dispose();
                throw;
            }
        },
    };
}
