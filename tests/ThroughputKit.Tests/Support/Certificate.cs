using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace ThroughputKit.Tests.Support;

internal static class Certificate
{
    /// <summary>An untrusted certificate, as development certificates usually are.</summary>
    /// <param name="days">For how many days from now it is valid; it has been so for two.</param>
    public static X509Certificate2 ForLocalhost(int days = 1)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256);
        var now = TimeProvider.System.GetUtcNow();
        return request.CreateSelfSigned(now.AddDays(-2), now.AddDays(days));
    }
}
