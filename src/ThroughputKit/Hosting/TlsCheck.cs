using System.Globalization;
using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;

namespace ThroughputKit.Hosting;

/// <summary>Checks that an https address accepts TLS connections, so that thousands of requests don't have to find out.</summary>
internal static class TlsCheck
{
    /// <exception cref="LoadTestException">No TLS connection could be made.</exception>
    public static async Task RunAsync(Uri address, IPEndPoint endPoint, TimeSpan timeout, CancellationToken cancellationToken)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(timeout);
        using var socket = new Socket(endPoint.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        var tls = default(SslStream);
        try
        {
            await socket.ConnectAsync(endPoint, limit.Token).ConfigureAwait(false);
            tls = new SslStream(new NetworkStream(socket, ownsSocket: false));
            await tls.AuthenticateAsClientAsync(LoopbackTls.Options(address.IdnHost, endPoint), limit.Token).ConfigureAwait(false);
        }
        catch (Exception e) when (e is AuthenticationException or IOException or SocketException)
        {
            throw new LoadTestException(Problem(address, e.GetBaseException().Message), e);
        }
        catch (OperationCanceledException e) when (!cancellationToken.IsCancellationRequested)
        {
            throw new LoadTestException(
                Problem(address, string.Create(CultureInfo.InvariantCulture, $"there was no answer within {timeout.TotalSeconds:0.###} s")), e);
        }
        finally
        {
            tls?.Dispose();
        }
    }

    private static Problem Problem(Uri address, string reason) => new(
        $"No TLS connection could be made to {address.GetLeftPart(UriPartial.Authority)}: {reason}",
        "an address where TLS is spoken, with a certificate that is valid unless it is on this machine",
        "Is it a plain HTTP port? Then the address begins with http://.");
}
