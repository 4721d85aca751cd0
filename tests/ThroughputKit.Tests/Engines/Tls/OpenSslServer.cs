using System.Runtime.InteropServices;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using ThroughputKit.Engines.Tls;

namespace ThroughputKit.Tests.Engines.Tls;

/// <summary>The server's side of a TLS connection that renews keys and sends tickets when a test wants it, which .NET's own doesn't. Its calls block.</summary>
internal sealed unsafe partial class OpenSslServer : IDisposable
{
    private const string Library = "libssl.so.3";
    private const int EllipticCurve = 408; // EVP_PKEY_EC
    private const int RenewBothKeys = 1; // SSL_KEY_UPDATE_REQUESTED

    private readonly Stream _stream;
    private readonly byte[] _bytes = new byte[32 * 1024];
    private readonly nint _context = OpenSsl.CreateContext(ServerMethod());
    private readonly nint _tls;
    private readonly nint _input = OpenSsl.CreateBuffer(OpenSsl.MemoryMethod());
    private readonly nint _output = OpenSsl.CreateBuffer(OpenSsl.MemoryMethod());

    /// <summary>Makes a handshake.</summary>
    public OpenSslServer(Stream stream, X509Certificate2 certificate)
    {
        var key = certificate.GetECDsaPrivateKey()!.ExportECPrivateKey();
        Assert.Equal((1, 1), (Use(_context, certificate.RawData.Length, certificate.RawData), UseKey(EllipticCurve, _context, key, key.Length)));
        (_stream, _tls) = (stream, OpenSsl.Create(_context));
        OpenSsl.SetBuffers(_tls, _input, _output);
        BeServer(_tls);
        while (OpenSsl.Handshake(_tls) != 1)
        {
            Flush();
            Assert.True(Take(), "the client has closed the connection");
        }

        Flush();
    }

    /// <summary>Reads what comes next; empty at the end.</summary>
    public string Read()
    {
        do
        {
            fixed (byte* first = _bytes)
            {
                if (OpenSsl.Read(_tls, first, _bytes.Length) is > 0 and var read)
                {
                    return Encoding.Latin1.GetString(_bytes, 0, read);
                }
            }
        }
        while (Take());
        return "";
    }

    public void Write(byte[] bytes)
    {
        fixed (byte* first = bytes)
        {
            Assert.Equal(bytes.Length, OpenSsl.Write(_tls, first, bytes.Length));
        }

        Flush();
    }

    /// <summary>Sends a new key of its own, and asks for one of the client's.</summary>
    public void RenewKeys()
    {
        Assert.Equal((1, 1), (RenewKeys(_tls, RenewBothKeys), OpenSsl.Handshake(_tls)));
        Flush();
    }

    /// <summary>Sends a ticket with which the session can be resumed.</summary>
    public void SendTicket()
    {
        Assert.Equal((1, 1), (AddTicket(_tls), OpenSsl.Handshake(_tls)));
        Flush();
    }

    public void Dispose()
    {
        OpenSsl.Free(_tls);
        OpenSsl.FreeContext(_context);
    }

    private bool Take()
    {
        var read = _stream.Read(_bytes);
        fixed (byte* first = _bytes)
        {
            return read > 0 && OpenSsl.Put(_input, first, read) == read;
        }
    }

    private void Flush()
    {
        fixed (byte* first = _bytes)
        {
            while (OpenSsl.Take(_output, first, _bytes.Length) is > 0 and var length)
            {
                _stream.Write(_bytes, 0, length);
            }
        }
    }

    [LibraryImport(Library, EntryPoint = "TLS_server_method")]
    private static partial nint ServerMethod();

    [LibraryImport(Library, EntryPoint = "SSL_CTX_use_certificate_ASN1")]
    private static partial int Use(nint context, int length, byte[] certificate);

    [LibraryImport(Library, EntryPoint = "SSL_CTX_use_PrivateKey_ASN1")]
    private static partial int UseKey(int type, nint context, byte[] key, nint length);

    [LibraryImport(Library, EntryPoint = "SSL_set_accept_state")]
    private static partial void BeServer(nint tls);

    [LibraryImport(Library, EntryPoint = "SSL_key_update")]
    private static partial int RenewKeys(nint tls, int type);

    [LibraryImport(Library, EntryPoint = "SSL_new_session_ticket")]
    private static partial int AddTicket(nint tls);
}
