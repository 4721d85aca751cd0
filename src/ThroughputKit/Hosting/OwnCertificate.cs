using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace ThroughputKit.Hosting;

/// <summary>Makes certificates for the kit's own endpoint. None is installed: only who is told of it trusts it. The start-up hook uses this too.</summary>
internal static class OwnCertificate
{
    private const string ServerAuthentication = "1.3.6.1.5.5.7.3.1";

    /// <summary>Makes one for a port with TLS; <see langword="null"/> for one without.</summary>
    public static X509Certificate2? For(OwnPort port) => port == OwnPort.Tls ? Create() : null;

    /// <summary>Makes one for the names of this machine. Its private key is in memory alone, except where the system's TLS can't use such a key.</summary>
    public static X509Certificate2 Create()
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var names = new SubjectAlternativeNameBuilder();
        names.AddDnsName("localhost");
        names.AddIpAddress(IPAddress.Loopback);
        names.AddIpAddress(IPAddress.IPv6Loopback);
        var request = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256);
        request.CertificateExtensions.Add(names.Build());
        request.CertificateExtensions.Add(new X509EnhancedKeyUsageExtension([new Oid(ServerAuthentication)], critical: false));
        var now = TimeProvider.System.GetUtcNow();
        var made = request.CreateSelfSigned(now.AddDays(-1), now.AddDays(30));
        return OperatingSystem.IsLinux() ? made : Imported(made);
    }

    // Windows and macOS take keys only from a store of theirs: an imported one is in a temporary one until it is released.
    private static X509Certificate2 Imported(X509Certificate2 made)
    {
        using (made)
        {
            var password = Convert.ToHexString(RandomNumberGenerator.GetBytes(16));
            var bytes = made.Export(X509ContentType.Pkcs12, password);
#if NET9_0_OR_GREATER
            return X509CertificateLoader.LoadPkcs12(bytes, password);
#else
            return new X509Certificate2(bytes, password);
#endif
        }
    }
}
