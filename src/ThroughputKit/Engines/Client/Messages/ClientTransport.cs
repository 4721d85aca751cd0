using ThroughputKit.Engines.Sockets;

namespace ThroughputKit.Engines.Client.Messages;

/// <summary>
/// A connection of the framework's client, with a handler of its own. It takes the bytes of a request over HTTP/1.1, and gives the response as if it had come
/// that way, whatever the client makes of them: so all that is done with requests and responses is done with these too.
/// </summary>
internal sealed class ClientTransport(EngineTarget target, LoadOptions options) : Transport
{
    private readonly CancellationTokenSource _end = new();
    private readonly byte[] _room = new byte[16 * 1024];
    private HttpMessageInvoker? _client;
    private SocketTransport? _connection;
    private bool _isTaken; // by the client
    private int _opened; // by the client, besides the first
    private HttpRequestMessage? _message;
    private Uri? _address; // of the message, until it is redirected
    private Task<HttpResponseMessage>? _pending;
    private ResponseBytes? _response;

    // Over HTTP/2 the client reads what comes at any time, and opens another connection by itself.
    public override bool IsClosedByPeer => options.Protocol == LoadProtocol.Http1 && _connection!.HasEnded;

    public override bool MustAsk => true;

    public override async Task ConnectAsync()
    {
        await OpenAsync().ConfigureAwait(false);
        var handler = new SocketsHttpHandler
        {
            ActivityHeadersPropagator = null,
            AllowAutoRedirect = false,
            ConnectCallback = ConnectAsync,
            MaxConnectionsPerServer = 1,
            PooledConnectionIdleTimeout = Timeout.InfiniteTimeSpan,
            UseCookies = false,
            UseProxy = false,
        };
        try
        {
            _client = new HttpMessageInvoker(options.ClientHandler is { } customize ? customize(handler) : handler);
        }
        catch
        {
            handler.Dispose();
            throw;
        }
    }

    public override ValueTask<int> SendAsync(ReadOnlyMemory<byte> bytes)
    {
        _response?.Dispose();
        (_response, _pending) = (null, null);
        _message = RequestMessage.Of(bytes, target.Address!, options.Protocol);
        _address = _message.RequestUri;
        _pending = _client!.SendAsync(_message, _end.Token);
        return new(bytes.Length);
    }

    public override async ValueTask<int> ReceiveAsync(Memory<byte> room)
    {
        const string Nothing = "the handler gave no response";
        _response ??= new ResponseBytes(
            await (_pending ?? throw new InvalidOperationException(Nothing)).WaitAsync(_end.Token).ConfigureAwait(false)
                ?? throw new InvalidOperationException(Nothing),
            _room);
        return await _response.ReadAsync(room, _end.Token).ConfigureAwait(false);
    }

    public override int TakeOpened() => Interlocked.Exchange(ref _opened, 0);

    public override void Dispose()
    {
        _ = _end.CancelAsync(); // what waits must not go on in the thread that ends it
        _connection?.Dispose();
        _response?.Dispose();
        _client?.Dispose();
    }

    // A request over HTTP/1.1 isn't sent again, uncounted, because its connection was lost; only a redirect may lead to another. With HTTP/2, those are sent
    // again that the app has not taken. All connections go to the app.
    private async ValueTask<Stream> ConnectAsync(SocketsHttpConnectionContext context, CancellationToken cancellationToken)
    {
        if (_isTaken)
        {
            if (options.Protocol == LoadProtocol.Http1 && context.InitialRequestMessage == _message && _message.RequestUri == _address)
            {
                throw new IOException("the connection was closed before the response");
            }

            await OpenAsync().ConfigureAwait(false);
            Interlocked.Increment(ref _opened);
        }

        _isTaken = true;
        return _connection!.Stream;
    }

    private async Task OpenAsync()
    {
        _connection?.Dispose();
        var connection = new SocketTransport(target);
        Volatile.Write(ref _connection, connection);
        Interlocked.MemoryBarrier();
        _end.Token.ThrowIfCancellationRequested(); // either this sees the end, or the end sees the connection
        await connection.ConnectAsync().ConfigureAwait(false);
    }
}
