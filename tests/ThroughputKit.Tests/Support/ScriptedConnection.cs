using System.Globalization;
using System.Net.Sockets;
using System.Text;
using System.Text.RegularExpressions;

namespace ThroughputKit.Tests.Support;

/// <summary>One connection of a <see cref="ScriptedServer"/>.</summary>
internal sealed partial class ScriptedConnection(Socket socket, Func<int> countRequest, CancellationToken stop) : IDisposable
{
    private readonly byte[] _buffer = new byte[64 * 1024];
    private string _unread = "";

    public CancellationToken Stop => stop;

    /// <summary>Gets the number of the last request read, over all connections, from 1.</summary>
    public int Number { get; private set; }

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

            var received = await socket.ReceiveAsync(_buffer, stop);
            if (received == 0)
            {
                return null;
            }

            _unread += Encoding.Latin1.GetString(_buffer, 0, received);
        }
    }

    /// <summary>Reads the first bytes of a request and no more.</summary>
    public async Task ReadSomeAsync() => await socket.ReceiveAsync(_buffer, stop);

    public Task SendAsync(string text) => SendAsync(Wire.Bytes(text));

    public async Task SendAsync(ReadOnlyMemory<byte> bytes)
    {
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
        while (await socket.ReceiveAsync(_buffer, stop) > 0)
        {
        }
    }

    public void Dispose() => socket.Dispose();

    private static int BodyLength(string head) =>
        ContentLength().Match(head) is { Success: true } match ? int.Parse(match.Groups[1].Value, CultureInfo.InvariantCulture) : 0;

    [GeneratedRegex(@"^Content-Length: (\d+)\r?$", RegexOptions.Multiline | RegexOptions.IgnoreCase)]
    private static partial Regex ContentLength();
}
