using System.Globalization;
using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;

namespace ThroughputKit.Hosting;

/// <summary>Decides whether an address may be loaded, and finds the one endpoint that answers there.</summary>
internal static class Reachability
{
    // The timeout of a request may be tiny on purpose; a look-up must not be limited by it.
    private static readonly TimeSpan _minTimeout = TimeSpan.FromSeconds(2);

    /// <summary>
    /// Resolves a host once. All load then goes to the address found here, whatever the name resolves to later.
    /// </summary>
    /// <param name="address">The address.</param>
    /// <param name="allowedHost">The host that may be loaded although it is not on this machine.</param>
    /// <param name="timeout">The time for each step: the look-up, a connection, its TLS.</param>
    /// <param name="cancellationToken">Cancels the search.</param>
    /// <param name="resolve">Looks up a name that isn't loopback by itself; <see langword="null"/> for the system's way.</param>
    /// <param name="certificate">The only certificate that may be there; <see langword="null"/> if it isn't known.</param>
    /// <param name="protocol">The version of HTTP to load it with.</param>
    /// <param name="streams">The number of streams of each connection of HTTP/2.</param>
    /// <exception cref="LoadTestException">
    /// The host is unknown or may not be loaded, nothing listens there, no TLS connection could be made, or it doesn't speak HTTP/2.
    /// </exception>
    public static async Task<CheckedAddress> FindAsync(
        Uri address, string? allowedHost, TimeSpan timeout, CancellationToken cancellationToken,
        Func<string, CancellationToken, Task<IPAddress[]>>? resolve = null, byte[]? certificate = null, LoadProtocol protocol = LoadProtocol.Http1,
        int streams = 1)
    {
        timeout = timeout < _minTimeout ? _minTimeout : timeout;
        var found = await ResolveAsync(address, timeout, resolve ?? Dns.GetHostAddressesAsync, cancellationToken).ConfigureAwait(false);
        var isAllowed = string.Equals(allowedHost, address.Host, StringComparison.OrdinalIgnoreCase);
        if (!isAllowed && Array.Find(found, a => !IPAddress.IsLoopback(a)) is { } elsewhere)
        {
            throw new LoadTestException(new Problem(
                $"{address.GetLeftPart(UriPartial.Authority)} is not on this machine: it resolves to {elsewhere}",
                "loopback addresses only, such as http://localhost:5000",
                $"If that host is yours and you may put load on it, allow it by name: AllowHost(\"{address.Host}\")."));
        }

        return await ConnectAsync(address, found, certificate, protocol, streams, timeout, cancellationToken).ConfigureAwait(false);
    }

    private static async Task<IPAddress[]> ResolveAsync(
        Uri address, TimeSpan timeout, Func<string, CancellationToken, Task<IPAddress[]>> resolve, CancellationToken cancellationToken)
    {
        if (IPAddress.TryParse(address.IdnHost, out var literal))
        {
            return [literal.IsIPv4MappedToIPv6 ? literal.MapToIPv4() : literal];
        }

        if (LoopbackNames.Contains(address.IdnHost))
        {
            return [IPAddress.IPv6Loopback, IPAddress.Loopback];
        }

        try
        {
            return await resolve(address.IdnHost, cancellationToken).WaitAsync(timeout, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception e) when (e is SocketException or TimeoutException)
        {
            throw new LoadTestException(
                new Problem(
                    $"The host name '{address.IdnHost}' can't be resolved: {e.Message}",
                    "a host name that resolves, such as localhost",
                    "Is it misspelt? Only this machine may be loaded unless AllowHost names another host."),
                e);
        }
    }

    // A name may resolve to an IPv6 and an IPv4 address while the app listens on only one of them.
    private static async Task<CheckedAddress> ConnectAsync(
        Uri address, IPAddress[] found, byte[]? certificate, LoadProtocol protocol, int streams, TimeSpan timeout, CancellationToken cancellationToken)
    {
        Exception? last = null;
        foreach (var candidate in found)
        {
            var endPoint = new IPEndPoint(candidate, address.Port);
            using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            limit.CancelAfter(timeout);
            try
            {
                using var socket = new Socket(endPoint.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
                await socket.ConnectAsync(endPoint, limit.Token).ConfigureAwait(false);
                var tls = AppTls.Options(address, endPoint, certificate, protocol);
                if (tls is not null)
                {
                    await CheckTlsAsync(address, socket, tls, certificate is not null, streams, timeout, cancellationToken).ConfigureAwait(false);
                }
                else if (protocol == LoadProtocol.Http2)
                {
                    using var stream = new NetworkStream(socket);
                    await Http2Check.ThrowUnlessSpokenAsync(address, stream, streams, limit.Token, cancellationToken).ConfigureAwait(false);
                }

                return new CheckedAddress(address, endPoint, tls, protocol);
            }
            catch (Exception e) when (e is SocketException or OperationCanceledException && !cancellationToken.IsCancellationRequested)
            {
                last = e;
            }
        }

        throw new LoadTestException(
            new Problem(
                $"Nothing listens at {address.GetLeftPart(UriPartial.Authority)}: {last?.Message ?? "the name has no address"}",
                "an address where an HTTP server listens",
                "Is the app running, and is the port the one it listens on?"),
            last);
    }

    // So that thousands of requests don't have to find out.
    private static async Task CheckTlsAsync(
        Uri address, Socket socket, SslClientAuthenticationOptions options, bool isOwn, int streams, TimeSpan timeout, CancellationToken cancellationToken)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(timeout);
        try
        {
            var tls = new SslStream(new NetworkStream(socket, ownsSocket: false));
            await using var closing = tls.ConfigureAwait(false);
            await tls.AuthenticateAsClientAsync(options, limit.Token).ConfigureAwait(false);
            if (options.ApplicationProtocols![0] == SslApplicationProtocol.Http2)
            {
                Http2Check.ThrowUnlessAgreed(address, tls);
                await Http2Check.ThrowUnlessSpokenAsync(address, tls, streams, limit.Token, cancellationToken).ConfigureAwait(false);
            }
        }
        catch (Exception e) when (e is AuthenticationException or IOException or SocketException
            || (e is OperationCanceledException && !cancellationToken.IsCancellationRequested))
        {
            var reason = e is OperationCanceledException
                ? string.Create(CultureInfo.InvariantCulture, $"there was no answer within {timeout.TotalSeconds:0.###} s")
                : e.GetBaseException().Message;
            throw new LoadTestException(
                new Problem(
                    $"No TLS connection could be made to {address.GetLeftPart(UriPartial.Authority)}: {reason}",
                    isOwn ? "the certificate that the kit has made for this run"
                        : "an address that accepts TLS, with a valid certificate unless it is on this machine",
                    isOwn ? "Do the app's own defaults for HTTPS refuse the client, or show another certificate?"
                        : reason.Contains("application protocol", StringComparison.OrdinalIgnoreCase)
                            ? "Does it speak HTTP/2 alone? Then set o.Protocol = LoadProtocol.Http2."
                        : "Is it a plain HTTP port? Then use an address that begins with http://."),
                e);
        }
    }
}
