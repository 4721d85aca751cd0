using System.Net.Security;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace ThroughputKit.Engines.Tls;

/// <summary>Decides whether a server's certificate is accepted, with the same answers as those of .NET's own TLS. Used by one thread.</summary>
internal sealed unsafe class CertificateCheck(SslClientAuthenticationOptions options)
{
    private static readonly Oid _serverAuthentication = new("1.3.6.1.5.5.7.3.1");

    private byte[] _shown = new byte[1024];
    private byte[] _accepted = [];

    /// <summary>Returns why it isn't accepted; <see langword="null"/> if it is. One that was accepted last time is accepted again.</summary>
    public string? WhyNot(nint tls)
    {
        var all = OpenSsl.CertificatesOf(tls);
        if (all == 0 || OpenSsl.CountOf(all) == 0)
        {
            return "the server has shown no certificate";
        }

        var shown = Encode(all, 0);
        if (shown.SequenceEqual(_accepted))
        {
            return null;
        }

        var encoded = shown.ToArray();
        using var certificate = X509CertificateLoader.LoadCertificate(encoded);
        using var chain = new X509Chain();
        chain.ChainPolicy = options.CertificateChainPolicy?.Clone() ?? new X509ChainPolicy { RevocationMode = X509RevocationMode.NoCheck };
        chain.ChainPolicy.ApplicationPolicy.Add(_serverAuthentication);
        for (var i = 1; i < OpenSsl.CountOf(all); i++)
        {
            chain.ChainPolicy.ExtraStore.Add(X509CertificateLoader.LoadCertificate(Encode(all, i)));
        }

        var errors = (chain.Build(certificate) ? SslPolicyErrors.None : SslPolicyErrors.RemoteCertificateChainErrors)
            | (HasName(certificate) ? SslPolicyErrors.None : SslPolicyErrors.RemoteCertificateNameMismatch);
        var whyNot = options.RemoteCertificateValidationCallback is { } decide
            ? decide(this, certificate, chain, errors) ? null : "The remote certificate was rejected by the provided RemoteCertificateValidationCallback."
            : errors == SslPolicyErrors.RemoteCertificateChainErrors
                ? $"The remote certificate is invalid because of errors in the certificate chain: {string.Join(", ", chain.ChainStatus.Select(s => s.Status))}"
            : errors != SslPolicyErrors.None ? $"The remote certificate is invalid according to the validation procedure: {errors}"
            : null;
        _accepted = whyNot is null ? encoded : _accepted;
        return whyNot;
    }

    private bool HasName(X509Certificate2 certificate)
    {
        try
        {
            return certificate.MatchesHostname(options.TargetHost!);
        }
        catch (Exception e) when (e is ArgumentException or CryptographicException)
        {
            return false; // the name of no host, or names that can't be read
        }
    }

    private ReadOnlySpan<byte> Encode(nint certificates, int index)
    {
        var certificate = OpenSsl.ItemOf(certificates, index);
        var length = OpenSsl.Encode(certificate, null);
        if (_shown.Length < length)
        {
            _shown = new byte[length];
        }

        fixed (byte* room = _shown)
        {
            var next = room;
            _ = OpenSsl.Encode(certificate, &next);
        }

        return _shown.AsSpan(0, length);
    }
}
