using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;

namespace ThroughputKit.Hosting;

/// <summary>Finds out whether HTTP/1.1 is spoken at an address, with a request that the app doesn't get to see.</summary>
internal static class Http1Check
{
    // An endpoint of another protocol may wait for more. One of HTTP/1.1 on this machine answers in a millisecond, but a busy machine makes it wait.
    private static readonly TimeSpan _limit = TimeSpan.FromSeconds(3);

    // There is no such version, so a server of HTTP/1.1 refuses the request by itself, and one of HTTP/2 alone answers in its own way.
    private static readonly byte[] _request = "GET / HTTP/9.9\r\nHost: localhost\r\n\r\n"u8.ToArray();
    private static readonly byte[] _answer = "HTTP/1."u8.ToArray();

    public static async Task<bool> PassesAsync(Uri address, CancellationToken cancellationToken)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(_limit);
        try
        {
            var found = await Reachability.FindAsync(address, allowedHost: null, _limit, limit.Token).ConfigureAwait(false);
            using var socket = new Socket(found.EndPoint.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
            await socket.ConnectAsync(found.EndPoint, limit.Token).ConfigureAwait(false);
            using var plain = new NetworkStream(socket);
            using var tls = found.Tls is null ? null : new SslStream(plain);
            if (tls is not null)
            {
                await tls.AuthenticateAsClientAsync(found.Tls!, limit.Token).ConfigureAwait(false);
            }

            Stream stream = tls is null ? plain : tls;
            await stream.WriteAsync(_request, limit.Token).ConfigureAwait(false);
            var answer = new byte[_answer.Length];
            await stream.ReadAtLeastAsync(answer, answer.Length, throwOnEndOfStream: false, limit.Token).ConfigureAwait(false);
            return answer.AsSpan().SequenceEqual(_answer);
        }
        catch (Exception e) when (!cancellationToken.IsCancellationRequested
            && e is LoadTestException or SocketException or IOException or AuthenticationException or OperationCanceledException)
        {
            return false;
        }
    }
}
