using System.Net;
using System.Net.Security;

namespace ThroughputKit.Engines.Tls;

/// <summary>What the TLS connections of one thread have in common. Each of them makes a whole handshake: none resumes the session of another.</summary>
internal sealed unsafe class TlsContext : IDisposable
{
    private readonly nint _context = OpenSsl.CreateContext(OpenSsl.ClientMethod());
    private readonly string? _host;
    private readonly CertificateCheck _certificates;

    /// <exception cref="EngineNotAvailableException">OpenSSL doesn't permit it.</exception>
    public TlsContext(SslClientAuthenticationOptions options)
    {
        if (_context == 0)
        {
            throw new EngineNotAvailableException($"OpenSSL can't be used: {OpenSsl.Reason()}");
        }

        _host = IPAddress.TryParse(options.TargetHost, out _) ? null : options.TargetHost; // an address isn't sent as a name
        _certificates = new CertificateCheck(options);
        _ = OpenSsl.SetOptions(_context, OpenSsl.NoRenegotiation);
        byte[] protocols = [.. (options.ApplicationProtocols ?? []).SelectMany(p => p.Protocol.ToArray().Prepend((byte)p.Protocol.Length))];
        fixed (byte* first = protocols)
        {
            _ = OpenSsl.SetProtocols(_context, first, (uint)protocols.Length);
        }
    }

    /// <summary>Creates the client's side of a connection, which owns its buffers for what came and what goes.</summary>
    public (nint Tls, nint Input, nint Output) Create()
    {
        var (tls, input, output) = (OpenSsl.Create(_context), OpenSsl.CreateBuffer(OpenSsl.MemoryMethod()), OpenSsl.CreateBuffer(OpenSsl.MemoryMethod()));
        OpenSsl.SetBuffers(tls, input, output);
        OpenSsl.BeClient(tls);
        if (_host is not null)
        {
            _ = OpenSsl.Control(tls, OpenSsl.HostName, 0, _host);
        }

        return (tls, input, output);
    }

    /// <summary>Returns why the server's certificate isn't accepted, after the handshake; <see langword="null"/> if it is.</summary>
    public string? WhyNot(nint tls) => _certificates.WhyNot(tls);

    public void Dispose() => OpenSsl.FreeContext(_context);
}
