using System.Globalization;
using System.Net;
using System.Net.Http.Headers;
using System.Text;

namespace ThroughputKit.Engines.Client.Messages;

/// <summary>The response that the framework's client has got, as bytes over HTTP/1.1. It is read to its end before its last bytes are given.</summary>
/// <param name="response">The response.</param>
/// <param name="bytes">Room for pieces of it.</param>
internal sealed class ResponseBytes(HttpResponseMessage response, byte[] bytes) : IDisposable
{
    private const int Before = 6; // the size of a chunk, and the end of its line
    private const int After = 2;

    private ReadOnlyMemory<byte> _ready;
    private Stream? _body;
    private long? _left; // of a body of known length; null for chunks

    /// <summary>Gives the next bytes.</summary>
    public async ValueTask<int> ReadAsync(Memory<byte> room, CancellationToken cancellationToken)
    {
        if (_body is null)
        {
            _body = await response.Content.ReadAsStreamAsync(cancellationToken).WaitAsync(cancellationToken).ConfigureAwait(false);
            _ready = Head();
            await EndAsync(cancellationToken).ConfigureAwait(false);
        }
        else if (_ready.IsEmpty)
        {
            var count = await _body.ReadAsync(bytes.AsMemory(Before..^After), cancellationToken).AsTask().WaitAsync(cancellationToken).ConfigureAwait(false);
            _ready = Piece(count);
            await EndAsync(cancellationToken).ConfigureAwait(false);
        }

        var given = Math.Min(room.Length, _ready.Length);
        _ready[..given].CopyTo(room);
        _ready = _ready[given..];
        return given;
    }

    public void Dispose() => response.Dispose();

    // Otherwise the client would take it for given up, and with HTTP/2 tell the app so.
    private async ValueTask EndAsync(CancellationToken cancellationToken)
    {
        if (_left == 0)
        {
            if (await _body!.ReadAsync(bytes.AsMemory(bytes.Length - 1), cancellationToken).ConfigureAwait(false) > 0)
            {
                throw new IOException("the body is longer than the response says");
            }
        }
    }

    private ReadOnlyMemory<byte> Piece(int count)
    {
        if (_left is not null)
        {
            _left -= count;
            return bytes.AsMemory(Before, count);
        }

        if (count == 0)
        {
            _left = 0;
            return Encoding.Latin1.GetBytes(Fields(new StringBuilder("0\r\n"), response.TrailingHeaders.NonValidated).Append("\r\n").ToString());
        }

        Encoding.ASCII.GetBytes(string.Create(CultureInfo.InvariantCulture, $"{count:x4}\r\n"), bytes);
        "\r\n"u8.CopyTo(bytes.AsSpan(Before + count));
        return bytes.AsMemory(0, Before + count + After);
    }

    private byte[] Head()
    {
        var head = new StringBuilder();
        var (status, headers, ofBody) = ((int)response.StatusCode, response.Headers.NonValidated, response.Content.Headers.NonValidated);
        head.Append(CultureInfo.InvariantCulture, $"HTTP/1.{(response.Version.Equals(HttpVersion.Version10) ? 0 : 1)} {status} {response.ReasonPhrase}\r\n");
        var hasNoBody = response.RequestMessage?.Method == HttpMethod.Head || status is 204 or 304;
        var asksForTrailers = response.RequestMessage?.Headers.NonValidated.Contains("TE") == true;
        _left = hasNoBody ? 0
            : asksForTrailers ? null // which only chunks can have
            : ofBody.TryGetValues("Content-Length", out var length) && long.TryParse($"{length}", CultureInfo.InvariantCulture, out var known) ? known
            : null;
        Fields(head, headers.Concat(ofBody).Where(h => !Is(h.Key, "Transfer-Encoding") && !(asksForTrailers && !hasNoBody && Is(h.Key, "Content-Length"))));
        head.Append(_left is null ? "Transfer-Encoding: chunked\r\n\r\n" : "\r\n");
        return Encoding.Latin1.GetBytes(head.ToString());
    }

    private static StringBuilder Fields(StringBuilder text, IEnumerable<KeyValuePair<string, HeaderStringValues>> fields)
    {
        foreach (var (name, values) in fields)
        {
            foreach (var value in values)
            {
                text.Append(CultureInfo.InvariantCulture, $"{name}: {value}\r\n");
            }
        }

        return text;
    }

    private static bool Is(string name, string other) => name.Equals(other, StringComparison.OrdinalIgnoreCase);
}
