using System.Net;
using ThroughputKit.Hosting;

namespace ThroughputKit.Tests.Hosting;

/// <summary>The certificate of the kit's own port, and that no other one is taken for it.</summary>
public class OwnCertificateTests
{
    [Fact]
    public void It_is_valid_for_the_names_of_this_machine_and_has_its_private_key()
    {
        using var certificate = OwnCertificate.Create();

        var now = TimeProvider.System.GetLocalNow().DateTime;
        Assert.All(["localhost", "127.0.0.1", "::1"], name => Assert.True(certificate.MatchesHostname(name, allowCommonName: false)));
        Assert.False(certificate.MatchesHostname("shop.example", allowCommonName: false));
        Assert.InRange(now, certificate.NotBefore, certificate.NotAfter);
        Assert.True(certificate.HasPrivateKey);
    }

    [Fact]
    public void Each_one_has_a_key_of_its_own()
    {
        using var one = OwnCertificate.Create();
        using var other = OwnCertificate.Create();

        Assert.NotEqual(one.GetPublicKey(), other.GetPublicKey());
    }

    [Fact]
    public async Task A_foreign_certificate_on_the_port_is_refused_before_any_load()
    {
        using var expected = OwnCertificate.Create();
        var running = await new BareTarget(OwnPort.Tls).StartAsync(TimeSpan.FromMinutes(1), CancellationToken.None);

        var own = await Find(running.Certificate!);
        var error = await Assert.ThrowsAsync<LoadTestException>(() => Find(expected.RawData));

        Assert.Equal(new IPEndPoint(IPAddress.Loopback, running.Address.Port), own.EndPoint);
        Assert.StartsWith($"No TLS connection could be made to {running.Address.GetLeftPart(UriPartial.Authority)}: ", error.Problems[0], StringComparison.Ordinal);
        Assert.EndsWith(
            "Expected: the certificate that the kit has made for this run. Do the app's own defaults for HTTPS refuse the client, or show another certificate?",
            error.Problems[0], StringComparison.Ordinal);

        Assert.Null(await running.StopAsync(TimeSpan.FromMinutes(1)));

        Task<CheckedAddress> Find(byte[] certificate) => Reachability.FindAsync(
            running.Address, allowedHost: null, TimeSpan.FromSeconds(60), CancellationToken.None, certificate: certificate);
    }
}
