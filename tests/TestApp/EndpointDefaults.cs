using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace TestApp;

/// <summary>What the app sets in code for all of its endpoints, by mode.</summary>
internal static class EndpointDefaults
{
    private static int _connections;

    public static IReadOnlyDictionary<string, Action<ListenOptions>> Modes { get; } = new Dictionary<string, Action<ListenOptions>>(StringComparer.Ordinal)
    {
        ["speaks HTTP/2 alone"] = endpoint => endpoint.Protocols = HttpProtocols.Http2,
        ["speaks TLS"] = endpoint => endpoint.UseHttps(ForLocalhost()),
        ["speaks TLS with the machine's certificate"] = endpoint => endpoint.UseHttps(),
        ["counts connections"] = endpoint => endpoint.Use(next => connection =>
        {
            Interlocked.Increment(ref _connections);
            return next(connection);
        }),
    };

    /// <summary>Gets how many connections were counted in this process.</summary>
    public static int Connections => Volatile.Read(ref _connections);

    private static X509Certificate2 ForLocalhost()
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var now = TimeProvider.System.GetUtcNow();
        return new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256).CreateSelfSigned(now.AddDays(-1), now.AddDays(1));
    }
}
