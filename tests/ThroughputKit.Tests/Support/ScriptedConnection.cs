using System.Globalization;
using System.Net.Security;
using System.Net.Sockets;
using System.Text;
using System.Text.RegularExpressions;

namespace ThroughputKit.Tests.Support;

/// <summary>One connection of a <see cref="ScriptedServer"/>.</summary>
internal sealed partial class ScriptedConnection(Socket socket, Func<int> countRequest, CancellationToken stop) : IDisposable
{
    private readonly byte[] _buffer = new byte[64 * 1024];
    private string _unread = "";
    private SslStream? _tls;

    public CancellationToken Stop => stop;

    /// <summary>Gets what is below TLS.</summary>
    public Stream Stream => new NetworkStream(socket);

    /// <summary>Gets the number of the last request read, over all connections, from 1.</summary>
    public int Number { get; private set; }

    /// <summary>Begins TLS.</summary>
    /// <param name="options">The options.</param>
    /// <param name="wire">What passes the bytes to and from the socket; <see langword="null"/> for nothing in between.</param>
    public Task AuthenticateAsync(SslServerAuthenticationOptions options, Func<Stream, Stream>? wire = null)
    {
        _tls = new SslStream(wire?.Invoke(Stream) ?? Stream);
        return _tls.AuthenticateAsServerAsync(options, stop);
    }

    /// <summary>Says with TLS, if there is TLS and a connection, that no more is sent. The connection stays open.</summary>
    public Task EndTlsAsync() => _tls is not null && socket.Connected ? _tls.ShutdownAsync() : Task.CompletedTask;

    /// <summary>Reads one whole request; null when the client has closed.</summary>
    public async Task<string?> ReadRequestAsync()
    {
        while (true)
        {
            var head = _unread.IndexOf("\r\n\r\n", StringComparison.Ordinal);
            if (head >= 0 && _unread.Length >= head + 4 + BodyLength(_unread[..head]))
            {
                var end = head + 4 + BodyLength(_unread[..head]);
                var request = _unread[..end];
                _unread = _unread[end..];
                Number = countRequest();
                return request;
            }

            var received = await ReceiveAsync();
            if (received == 0)
            {
                return null;
            }

            _unread += Encoding.Latin1.GetString(_buffer, 0, received);
        }
    }

    /// <summary>Reads the first bytes of a request and no more.</summary>
    public async Task ReadSomeAsync() => await ReceiveAsync();

    public Task SendAsync(string text) => SendAsync(Wire.Bytes(text));

    public async Task SendAsync(ReadOnlyMemory<byte> bytes)
    {
        if (_tls is not null)
        {
            await _tls.WriteAsync(bytes, stop);
            return;
        }

        while (bytes.Length > 0)
        {
            bytes = bytes[await socket.SendAsync(bytes, stop)..];
        }
    }

    /// <summary>Closes with a reset instead of an orderly end.</summary>
    public void Reset()
    {
        socket.LingerState = new LingerOption(enable: true, seconds: 0);
        socket.Dispose();
    }

    /// <summary>Sends nothing until the client closes the connection or the test ends.</summary>
    public async Task HangAsync()
    {
        while (await ReceiveAsync() > 0)
        {
        }
    }

    public void Dispose() => socket.Dispose();

    private ValueTask<int> ReceiveAsync() => _tls?.ReadAsync(_buffer, stop) ?? socket.ReceiveAsync(_buffer, stop);

    private static int BodyLength(string head) =>
        ContentLength().Match(head) is { Success: true } match ? int.Parse(match.Groups[1].Value, CultureInfo.InvariantCulture) : 0;

    [GeneratedRegex(@"^Content-Length: (\d+)\r?$", RegexOptions.Multiline | RegexOptions.IgnoreCase)]
    private static partial Regex ContentLength();
}
