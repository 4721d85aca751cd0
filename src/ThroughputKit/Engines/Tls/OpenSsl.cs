using System.Net.Security;
using System.Runtime.InteropServices;

namespace ThroughputKit.Engines.Tls;

/// <summary>The functions of OpenSSL that the engines use, in the very library that .NET loads for its own TLS.</summary>
internal static unsafe partial class OpenSsl
{
    public const int WantsRead = 2; // SSL_ERROR_WANT_READ
    public const int Ended = 6; // SSL_ERROR_ZERO_RETURN: close_notify has come
    public const int HostName = 55; // SSL_CTRL_SET_TLSEXT_HOSTNAME
    public const int Content = 3; // BIO_CTRL_INFO
    public const ulong NoRenegotiation = 1 << 30; // SSL_OP_NO_RENEGOTIATION

    private const string Library = "libssl";

    private static readonly Lazy<string?> _whyNot = new(() => !Environment.Is64BitProcess ? "OpenSSL needs a process of 64 bits" : WhyNotAmong(Names()));

    /// <summary>Gets why it can't be used, by one trial in each process; <see langword="null"/> if it can.</summary>
    public static string? WhyNot => _whyNot.Value;

    /// <summary>Loads the first library that there is. Returns why none can be used; <see langword="null"/> if one can.</summary>
    public static string? WhyNotAmong(IReadOnlyList<string> names)
    {
        nint library = 0;
        if (!names.Any(n => NativeLibrary.TryLoad(n, out library)))
        {
            return $"OpenSSL can't be loaded: there is no {string.Join(" or ", names)}";
        }

        try
        {
            NativeLibrary.SetDllImportResolver(typeof(OpenSsl).Assembly, (name, _, _) => name == Library ? library : 0);
            using var context = new TlsContext(new SslClientAuthenticationOptions());
            return null;
        }
        catch (Exception e) when (e is DllNotFoundException or EntryPointNotFoundException)
        {
            return $"OpenSSL can't be used: {e.Message}";
        }
    }

    /// <summary>Returns the reason of this thread's last error.</summary>
    public static string Reason() => Marshal.PtrToStringUTF8(ReasonOf(TakeError())) ?? "OpenSSL gives no reason";

    // As .NET looks for it.
    private static string[] Names() =>
    [
        .. Environment.GetEnvironmentVariable("CLR_OPENSSL_VERSION_OVERRIDE") is { Length: > 0 } version ? [$"libssl.so.{version}"] : Array.Empty<string>(),
        "libssl.so.3",
        "libssl.so.1.1",
    ];

    [LibraryImport(Library, EntryPoint = "TLS_client_method")]
    public static partial nint ClientMethod();

    [LibraryImport(Library, EntryPoint = "SSL_CTX_new")]
    public static partial nint CreateContext(nint method);

    [LibraryImport(Library, EntryPoint = "SSL_CTX_free")]
    public static partial void FreeContext(nint context);

    [LibraryImport(Library, EntryPoint = "SSL_CTX_set_options")]
    public static partial ulong SetOptions(nint context, ulong options);

    [LibraryImport(Library, EntryPoint = "SSL_CTX_set_alpn_protos")]
    public static partial int SetProtocols(nint context, byte* protocols, uint length);

    [LibraryImport(Library, EntryPoint = "SSL_new")]
    public static partial nint Create(nint context);

    [LibraryImport(Library, EntryPoint = "SSL_free")]
    public static partial void Free(nint tls);

    [LibraryImport(Library, EntryPoint = "SSL_ctrl", StringMarshalling = StringMarshalling.Utf8)]
    public static partial nint Control(nint tls, int command, nint number, string text);

    [LibraryImport(Library, EntryPoint = "SSL_set_bio")]
    public static partial void SetBuffers(nint tls, nint input, nint output);

    [LibraryImport(Library, EntryPoint = "SSL_set_connect_state")]
    public static partial void BeClient(nint tls);

    [LibraryImport(Library, EntryPoint = "SSL_do_handshake")]
    public static partial int Handshake(nint tls);

    [LibraryImport(Library, EntryPoint = "SSL_read")]
    public static partial int Read(nint tls, byte* room, int length);

    [LibraryImport(Library, EntryPoint = "SSL_peek")]
    public static partial int Peek(nint tls, byte* room, int length);

    [LibraryImport(Library, EntryPoint = "SSL_write")]
    public static partial int Write(nint tls, byte* bytes, int length);

    [LibraryImport(Library, EntryPoint = "SSL_has_pending")]
    [SuppressGCTransition]
    public static partial int HasPending(nint tls);

    [LibraryImport(Library, EntryPoint = "SSL_get_error")]
    [SuppressGCTransition]
    public static partial int ErrorOf(nint tls, int result);

    /// <summary>Returns the certificates that a server has shown, its own first. They belong to the connection.</summary>
    [LibraryImport(Library, EntryPoint = "SSL_get_peer_cert_chain")]
    public static partial nint CertificatesOf(nint tls);

    [LibraryImport(Library, EntryPoint = "OPENSSL_sk_num")]
    public static partial int CountOf(nint stack);

    [LibraryImport(Library, EntryPoint = "OPENSSL_sk_value")]
    public static partial nint ItemOf(nint stack, int index);

    [LibraryImport(Library, EntryPoint = "i2d_X509")]
    public static partial int Encode(nint certificate, byte** room);

    [LibraryImport(Library, EntryPoint = "BIO_s_mem")]
    public static partial nint MemoryMethod();

    [LibraryImport(Library, EntryPoint = "BIO_new")]
    public static partial nint CreateBuffer(nint method);

    [LibraryImport(Library, EntryPoint = "BIO_ctrl")]
    [SuppressGCTransition]
    public static partial nint BufferControl(nint buffer, int command, nint number, void* result);

    [LibraryImport(Library, EntryPoint = "BIO_ctrl_pending")]
    [SuppressGCTransition]
    public static partial nuint LengthOf(nint buffer);

    [LibraryImport(Library, EntryPoint = "BIO_read")]
    [SuppressGCTransition]
    public static partial int Take(nint buffer, byte* room, int length);

    [LibraryImport(Library, EntryPoint = "BIO_write")]
    [SuppressGCTransition]
    public static partial int Put(nint buffer, byte* bytes, int length);

    /// <summary>Forgets errors of earlier calls, which would be taken for those of the next one.</summary>
    [LibraryImport(Library, EntryPoint = "ERR_clear_error")]
    [SuppressGCTransition]
    public static partial void ClearErrors();

    [LibraryImport(Library, EntryPoint = "ERR_get_error")]
    private static partial nuint TakeError();

    [LibraryImport(Library, EntryPoint = "ERR_reason_error_string")]
    private static partial nint ReasonOf(nuint error);
}
