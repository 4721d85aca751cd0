using System.Buffers;
using System.Diagnostics;
using System.Net.WebSockets;
using System.Runtime.ExceptionServices;

namespace ThroughputKit.Scenarios;

/// <summary>
/// The messages of a WebSocket that nobody has taken yet. They are read as they come, so that pings are answered, and a close is noticed, whatever the user's
/// code does meanwhile. At <see cref="MaxCount"/>, or 1 MiB together, the app has to wait, as for any client that doesn't read.
/// </summary>
internal sealed class ArrivedMessages
{
    /// <summary>The maximum length of a message in bytes.</summary>
    public const int MaxMessageBytes = 16 << 20;

    public const int MaxCount = 1_000;

    private const int MaxBytes = 1 << 20;

    private readonly Lock _lock = new();
    private readonly Queue<(LoadMessage Message, long At)> _messages = [];
    private readonly ClientWebSocket _socket;
    private readonly string _name;
    private TaskCompletionSource _some = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private TaskCompletionSource? _room;
    private ExceptionDispatchInfo? _end;
    private long _bytes;

    /// <param name="socket">An open socket, which is read until it is closed or disposed of.</param>
    /// <param name="name">Its name, for errors.</param>
    public ArrivedMessages(ClientWebSocket socket, string name)
    {
        (_socket, _name) = (socket, name);
        _ = ReadAllAsync();
    }

    /// <summary>Gets what ends once there is a message, or can be none any more.</summary>
    public Task Some
    {
        get
        {
            lock (_lock)
            {
                return _some.Task;
            }
        }
    }

    /// <summary>Gets whether no further one can come.</summary>
    public bool HasEnded => Volatile.Read(ref _end) is not null;

    /// <summary>Gets when the next one to be taken arrived; <see langword="null"/> if there is none.</summary>
    public long? NextAt
    {
        get
        {
            lock (_lock)
            {
                return _messages.TryPeek(out var next) ? next.At : null;
            }
        }
    }

    /// <summary>Takes the next one, if <see cref="Some"/> has ended.</summary>
    /// <exception cref="WebSocketException">There is none, as the connection has been closed, or broke.</exception>
    /// <exception cref="InvalidDataException">There is none, as it was too long.</exception>
    public LoadMessage Take()
    {
        lock (_lock)
        {
            if (_messages.Count == 0)
            {
                _end?.Throw();
            }

            var (message, _) = _messages.Dequeue();
            _bytes -= message.Bytes.Length;
            if (HasRoom)
            {
                _room?.TrySetResult();
            }

            if (_messages.Count == 0 && _end is null)
            {
                _some = new(TaskCreationOptions.RunContinuationsAsynchronously);
            }

            return message;
        }
    }

    /// <summary>Forgets those that came before a time.</summary>
    public void Forget(long before)
    {
        while (NextAt < before)
        {
            Take();
        }
    }

    private bool HasRoom => _messages.Count < MaxCount && _bytes < MaxBytes;

    private async Task ReadAllAsync()
    {
        try
        {
            while (true)
            {
                await AddAsync(await ReadAsync().ConfigureAwait(false)).ConfigureAwait(false);
            }
        }
        catch (Exception e)
        {
            lock (_lock)
            {
                Volatile.Write(ref _end, ExceptionDispatchInfo.Capture(e));
                _some.TrySetResult();
            }
        }
    }

    // Ends once there is room for another.
    private Task AddAsync(LoadMessage message)
    {
        lock (_lock)
        {
            _messages.Enqueue((message, Stopwatch.GetTimestamp()));
            _bytes += message.Bytes.Length;
            _some.TrySetResult();
            return HasRoom ? Task.CompletedTask : (_room = new(TaskCreationOptions.RunContinuationsAsynchronously)).Task;
        }
    }

    private async Task<LoadMessage> ReadAsync()
    {
        var received = await _socket.ReceiveAsync(Memory<byte>.Empty, CancellationToken.None).ConfigureAwait(false); // needs no buffer while nothing comes
        var bytes = new ArrayBufferWriter<byte>();
        while (!received.EndOfMessage)
        {
            received = await _socket.ReceiveAsync(bytes.GetMemory(), CancellationToken.None).ConfigureAwait(false);
            bytes.Advance(received.Count);
            if (bytes.WrittenCount > MaxMessageBytes)
            {
                throw new InvalidDataException(FormattableString.Invariant($"A message of {_name} is longer than {MaxMessageBytes >> 20} MiB."));
            }
        }

        if (received.MessageType == WebSocketMessageType.Close)
        {
            var (status, text) = (_socket.CloseStatus, _socket.CloseStatusDescription);
            throw new WebSocketException(
                WebSocketError.ConnectionClosedPrematurely,
                FormattableString.Invariant($"The app closed {_name} with the status {(int?)status} ({status}): {text}"));
        }

        return new LoadMessage(received.MessageType, bytes.WrittenMemory);
    }
}
