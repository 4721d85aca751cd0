using System.Net.Security;
using System.Net.Sockets;
using System.Text;

namespace ThroughputKit.Hosting;

/// <summary>Finds out whether HTTP/2 is spoken at an address, before any request.</summary>
internal static class Http2Check
{
    private const string Allowed = "an app that speaks HTTP/2: over https or, without TLS, on an endpoint for HTTP/2 alone";
    private const byte Settings = 4;
    private const byte GoAway = 7;

    // The preface of a client, with its first settings, which are empty (RFC 9113, 3.4).
    private static readonly byte[] _preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\u0004\0\0\0\0\0"u8.ToArray();

    /// <summary>Asks without TLS, on a connection of its own.</summary>
    /// <exception cref="LoadTestException">It isn't spoken there.</exception>
    public static async Task ThrowUnlessSpokenAsync(Uri address, Socket socket, CancellationToken limit, CancellationToken cancellationToken)
    {
        var answer = new byte[9]; // the head of a frame
        var read = 0;
        using var stream = new NetworkStream(socket);
        try
        {
            await stream.WriteAsync(_preface, limit).ConfigureAwait(false);
            read = await stream.ReadAtLeastAsync(answer, answer.Length, throwOnEndOfStream: false, limit).ConfigureAwait(false);
        }
        catch (Exception e) when (e is IOException or OperationCanceledException && !cancellationToken.IsCancellationRequested)
        {
            // there was no answer
        }

        if (read < answer.Length || answer[3] != Settings)
        {
            throw new LoadTestException(new Problem(
                $"HTTP/2 isn't spoken at {address.GetLeftPart(UriPartial.Authority)}: "
                    + (read == 0 ? "there was no answer"
                        : answer[3] == GoAway ? "the server refused it"
                        : $"the answer began with '{DisplayName.Show(Encoding.Latin1.GetString(answer, 0, read))}'"),
                Allowed,
                "Kestrel speaks both versions on one port only over https. For an app that the kit starts, add OverHttps(). "
                    + "Otherwise set Protocols of the endpoint to HttpProtocols.Http2, or leave o.Protocol out."));
        }
    }

    /// <summary>Looks at what was agreed on with TLS (ALPN).</summary>
    /// <exception cref="LoadTestException">HTTP/2 was asked for, and not agreed on.</exception>
    public static void ThrowUnlessAgreed(Uri address, SslClientAuthenticationOptions asked, SslStream tls)
    {
        if (asked.ApplicationProtocols![0] == SslApplicationProtocol.Http2 && tls.NegotiatedApplicationProtocol != SslApplicationProtocol.Http2)
        {
            throw new LoadTestException(new Problem(
                $"HTTP/2 isn't spoken at {address.GetLeftPart(UriPartial.Authority)}: with TLS, the server chose "
                    + (tls.NegotiatedApplicationProtocol.Protocol.IsEmpty ? "no protocol (ALPN)" : $"'{tls.NegotiatedApplicationProtocol}'"),
                Allowed,
                "Set Protocols of the endpoint to HttpProtocols.Http1AndHttp2, which is Kestrel's default, or leave o.Protocol out."));
        }
    }
}
