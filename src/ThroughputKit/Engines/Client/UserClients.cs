using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using ThroughputKit.Hosting;
using ThroughputKit.Planning;
using ThroughputKit.Requests.Cookies;

namespace ThroughputKit.Engines.Client;

/// <summary>Creates the clients of the users. Each begins with the headers of the test, and with what its preparations have set.</summary>
/// <param name="App">The app's address.</param>
/// <param name="Headers">The headers of the test.</param>
/// <param name="Prepared">The headers and cookies of the preparations.</param>
internal sealed record UserClients(CheckedAddress App, IReadOnlyList<KeyValuePair<string, string>> Headers, PreparedRequests Prepared)
{
    public HttpClient Create(UserSession session)
    {
        var cookies = new CookieJar(Prepared.Cookies.Copy());
        var handler = new StepHandler(AppHandler.Create(App, cookies, Headers, Connected), session);
        var client = new HttpClient(handler)
        {
            BaseAddress = App.Address,
            Timeout = Timeout.InfiniteTimeSpan, // each step has its own limit
            DefaultRequestVersion = App.Protocol == LoadProtocol.Http2 ? HttpVersion.Version20 : HttpVersion.Version11,
        };
        foreach (var headers in new[] { Headers, Prepared.ClientHeaders, Prepared.Headers })
        {
            foreach (var header in headers.ToLookup(h => h.Key, h => h.Value, StringComparer.OrdinalIgnoreCase))
            {
                if (client.DefaultRequestHeaders.TryAddWithoutValidation(header.Key, Array.Empty<string>()))
                {
                    client.DefaultRequestHeaders.Remove(header.Key);
                    client.DefaultRequestHeaders.TryAddWithoutValidation(header.Key, header); // those of a body are not the client's
                }
            }
        }

        return client;

        void Connected(Socket socket)
        {
            if (DescriptorReserve.Holds(socket.Handle))
            {
                throw new SocketException((int)SocketError.TooManyOpenSockets, Marshal.GetPInvokeErrorMessage(DescriptorReserve.Error));
            }

            session.Connected();
        }
    }
}
