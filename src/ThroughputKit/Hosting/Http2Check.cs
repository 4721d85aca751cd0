using System.Buffers.Binary;
using System.Net.Security;
using System.Text;
using static System.FormattableString;

namespace ThroughputKit.Hosting;

/// <summary>Finds out whether HTTP/2 is spoken at an address, and with enough streams, before any request.</summary>
internal static class Http2Check
{
    private const string Allowed = "an app that speaks HTTP/2: over https or, without TLS, on an endpoint for HTTP/2 alone";

    // Of frames and settings (RFC 9113, 4.1 and 6.5).
    private const int HeaderSize = 9;
    private const int MaxLength = 16 * 1024;
    private const int EntrySize = 6;
    private const byte Settings = 4;
    private const byte GoAway = 7;
    private const ushort MaxStreams = 3;

    // The preface of a client, with its first settings, which are empty (RFC 9113, 3.4).
    private static readonly byte[] _preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\u0004\0\0\0\0\0"u8.ToArray();

    /// <summary>Asks on a connection of its own.</summary>
    /// <param name="address">The address.</param>
    /// <param name="stream">The connection.</param>
    /// <param name="streams">The number of streams that each connection is to have.</param>
    /// <param name="limit">Ends the wait for an answer.</param>
    /// <param name="cancellationToken">Cancels the run.</param>
    /// <exception cref="LoadTestException">It isn't spoken there, or with fewer streams.</exception>
    public static async Task ThrowUnlessSpokenAsync(
        Uri address, Stream stream, int streams, CancellationToken limit, CancellationToken cancellationToken)
    {
        var answer = new byte[HeaderSize + MaxLength];
        var (read, length) = (0, 0);
        try
        {
            await stream.WriteAsync(_preface, limit).ConfigureAwait(false);
            read = await stream.ReadAtLeastAsync(answer, HeaderSize, throwOnEndOfStream: false, limit).ConfigureAwait(false);
            length = HeaderSize + Math.Min(MaxLength, BinaryPrimitives.ReadInt32BigEndian(answer) >>> 8);
            if (read >= HeaderSize && answer[3] == Settings && read < length)
            {
                await stream.ReadExactlyAsync(answer.AsMemory(read..length), limit).ConfigureAwait(false);
            }
        }
        catch (Exception e) when (e is IOException or OperationCanceledException && !cancellationToken.IsCancellationRequested)
        {
            // there was no answer
        }

        if (read < HeaderSize || answer[3] != Settings)
        {
            throw new LoadTestException(new Problem(
                $"HTTP/2 isn't spoken at {address.GetLeftPart(UriPartial.Authority)}: "
                    + (read == 0 ? "there was no answer"
                        : read >= HeaderSize && answer[3] == GoAway ? "the server refused it"
                        : $"the answer began with '{DisplayName.Show(Encoding.Latin1.GetString(answer, 0, Math.Min(read, HeaderSize)))}'"),
                Allowed,
                "Kestrel speaks both versions on one port only over https, as with OverHttps(). An app that already runs must have an "
                    + "endpoint whose Protocols are HttpProtocols.Http2. Or leave o.Protocol out."));
        }

        ThrowUnlessEnough(address, answer.AsSpan(HeaderSize..length), streams);
    }

    /// <summary>Looks at what was agreed on with TLS (ALPN).</summary>
    /// <exception cref="LoadTestException">HTTP/2 was asked for, and not agreed on.</exception>
    public static void ThrowUnlessAgreed(Uri address, SslStream tls)
    {
        if (tls.NegotiatedApplicationProtocol != SslApplicationProtocol.Http2)
        {
            throw new LoadTestException(new Problem(
                $"HTTP/2 isn't spoken at {address.GetLeftPart(UriPartial.Authority)}: with TLS, the server chose "
                    + (tls.NegotiatedApplicationProtocol.Protocol.IsEmpty ? "no protocol (ALPN)" : $"'{tls.NegotiatedApplicationProtocol}'"),
                Allowed,
                "Set Protocols of the endpoint to HttpProtocols.Http1AndHttp2, which is Kestrel's default, or leave o.Protocol out."));
        }
    }

    private static void ThrowUnlessEnough(Uri address, ReadOnlySpan<byte> settings, int streams)
    {
        for (; settings.Length >= EntrySize; settings = settings[EntrySize..])
        {
            if (BinaryPrimitives.ReadUInt16BigEndian(settings) == MaxStreams
                && BinaryPrimitives.ReadUInt32BigEndian(settings[2..]) is var most && most < streams)
            {
                throw new LoadTestException(new Problem(
                    Invariant($"StreamsPerConnection is {streams:N0}, and the server at {address.GetLeftPart(UriPartial.Authority)} allows {most:N0}"),
                    Invariant($"{most:N0} at most"),
                    "Raise it there, with Kestrel by Limits.Http2.MaxStreamsPerConnection, or set o.StreamsPerConnection lower and o.Connections higher."));
            }
        }
    }
}
