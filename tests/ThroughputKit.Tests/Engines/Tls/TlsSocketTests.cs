using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;
using ThroughputKit.Engines;
using ThroughputKit.Engines.Epoll;
using ThroughputKit.Engines.Loops;
using ThroughputKit.Engines.Tls;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Engines.Tls;

/// <summary>Handshakes that fail, without the engine: each for the reason that .NET's own TLS gives.</summary>
public class TlsSocketTests
{
    private static readonly TimeSpan _hang = TimeSpan.FromSeconds(60);

    [Theory]
    [InlineData("localhost", 1, true, null)]
    [InlineData("localhost", 1, false, "The remote certificate is invalid because of errors in the certificate chain: UntrustedRoot")]
    [InlineData("shop.example", 1, true, "The remote certificate is invalid according to the validation procedure: RemoteCertificateNameMismatch")]
    [InlineData("localhost", -1, true, "The remote certificate is invalid because of errors in the certificate chain: NotTimeValid")]
    [InlineData("shop.example", -1, false, "The remote certificate is invalid according to the validation procedure: RemoteCertificateNameMismatch, RemoteCertificateChainErrors")]
    public async Task Certificates_are_judged_as_by_the_framework(string host, int days, bool isTrusted, string? expected)
    {
        using var certificate = Certificate.ForLocalhost(days);
        var policy = new X509ChainPolicy { RevocationMode = X509RevocationMode.NoCheck, TrustMode = X509ChainTrustMode.CustomRootTrust };
        policy.CustomTrustStore.Add(certificate);

        await CheckAsync(certificate, new() { TargetHost = host, CertificateChainPolicy = isTrusted ? policy : null }, expected);
    }

    [Theory]
    [InlineData(true, null)]
    [InlineData(false, "The remote certificate was rejected by the provided RemoteCertificateValidationCallback.")]
    public async Task A_callback_has_the_last_word(bool isAccepted, string? expected)
    {
        using var certificate = Certificate.ForLocalhost();

        await CheckAsync(
            certificate, new() { TargetHost = "127.0.0.1", RemoteCertificateValidationCallback = (_, shown, _, errors) => Accept(shown, errors) }, expected);

        bool Accept(X509Certificate? shown, SslPolicyErrors errors)
        {
            Assert.Equal(certificate.RawData, shown!.GetRawCertData());
            Assert.Equal(SslPolicyErrors.RemoteCertificateChainErrors | SslPolicyErrors.RemoteCertificateNameMismatch, errors);
            return isAccepted;
        }
    }

    [Fact]
    public async Task A_server_without_TLS()
    {
        await using var server = ScriptedServer.Answering("HTTP/1.1 200 OK|Content-Length: 0||", connection => connection.SendAsync("HTTP/1.1 400 Bad Request||"));

        Assert.StartsWith("the TLS handshake failed: ", WhyNot(server, new() { TargetHost = "localhost" }), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_server_that_closes_the_connection()
    {
        await using var server = new ScriptedServer(_ => Task.CompletedTask, connection => connection.ReadSomeAsync());

        Assert.Equal("the connection was closed within the TLS handshake", WhyNot(server, new() { TargetHost = "localhost" }));
    }

    [Fact]
    public void A_library_that_is_not_there() => Assert.Equal(
        "OpenSSL can't be loaded: there is no libssl.so.none or libssl.so.neither", OpenSsl.WhyNotAmong(["libssl.so.none", "libssl.so.neither"]));

    private static async Task CheckAsync(X509Certificate2 certificate, SslClientAuthenticationOptions options, string? expected)
    {
        await using var server = ScriptedServer.Answering(
            "HTTP/1.1 200 OK|Content-Length: 0||", connection => connection.AuthenticateAsync(new() { ServerCertificate = certificate }));

        Assert.Equal(expected, await WhyNotOfFrameworkAsync(server, options));
        Assert.Equal(expected, WhyNot(server, options));
    }

    private static string? WhyNot(ScriptedServer server, SslClientAuthenticationOptions options)
    {
        using var poller = new TlsPoller(new Poller(1), new EngineTarget(new IPEndPoint(IPAddress.Loopback, server.Address.Port), options));
        var socket = poller.Create(0);
        var result = socket.Connect(new IPEndPoint(IPAddress.Loopback, server.Address.Port).Serialize());
        while (result == LoopSocket.WouldBlock)
        {
            Assert.NotEqual(0, poller.Wait(_hang));
            result = socket.FinishConnect();
        }

        var error = result == 0 ? null : socket.Error;
        socket.Close();
        return error;
    }

    private static async Task<string?> WhyNotOfFrameworkAsync(ScriptedServer server, SslClientAuthenticationOptions options)
    {
        using var client = new TcpClient();
        await client.ConnectAsync(IPAddress.Loopback, server.Address.Port);
        await using var tls = new SslStream(client.GetStream());
        try
        {
            await tls.AuthenticateAsClientAsync(options);
            return null;
        }
        catch (AuthenticationException e)
        {
            return e.Message;
        }
    }
}
