using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Net.WebSockets;
using System.Text;
using ThroughputKit.Scenarios;

namespace ThroughputKit;

/// <summary>
/// An open WebSocket of a user: see <see cref="LoadUser.WebSocketAsync"/>. Each message that it receives is a step. What is under way ends with the
/// iteration's token.
/// </summary>
[SuppressMessage("Design", "CA1001", Justification = "The user closes it: code that disposed of it would not keep it for its next iteration.")]
public sealed class LoadWebSocket
{
    private static readonly TimeSpan _timeToClose = TimeSpan.FromSeconds(1);

    private readonly Lock _lock = new();
    private readonly Queue<long> _sent = []; // when, of those messages whose answers nobody has taken yet
    private readonly ClientWebSocket _socket;
    private readonly string _name;
    private readonly IUserSteps _steps;
    private readonly ArrivedMessages _arrived;
    private volatile bool _isClosed; // by the kit
    private bool _isUsed; // to send
    private bool _isPrepared;
    private TaskCompletionSource? _wait;

    internal LoadWebSocket(ClientWebSocket socket, string name, IUserSteps steps) =>
        (_socket, _name, _steps, _arrived) = (socket, name, steps, new ArrivedMessages(socket, name));

    /// <summary>Gets whether it can be used on.</summary>
    internal bool IsOpen => !_isClosed && ((_socket.State == WebSocketState.Open && !_arrived.HasEnded) || _arrived.NextAt is not null);

    /// <summary>Gets whether something has come that nobody has taken.</summary>
    internal bool HasArrived => _arrived.Some.IsCompleted;

    /// <summary>Gets whether the user's beginning has sent something over it, such as a subscription, which another socket would lack.</summary>
    internal bool IsPrepared => _isPrepared && !_isClosed;

    /// <summary>Gets whether an answer may still come, which another iteration would take for its own.</summary>
    internal bool AwaitsAnswer
    {
        get
        {
            lock (_lock)
            {
                return _sent.Count > 0;
            }
        }
    }

    /// <summary>Sends a message of text. It counts only with its answer: see <see cref="ReceiveAsync"/>.</summary>
    /// <param name="text">The text.</param>
    /// <exception cref="WebSocketException">The connection is closed, or broke.</exception>
    public Task SendAsync(string text) => SendAsync(Encoding.UTF8.GetBytes(text.NotNull()), WebSocketMessageType.Text);

    /// <summary>Sends a binary message. It counts only with its answer: see <see cref="ReceiveAsync"/>.</summary>
    /// <param name="bytes">The content.</param>
    /// <exception cref="WebSocketException">The connection is closed, or broke.</exception>
    public Task SendAsync(ReadOnlyMemory<byte> bytes) => SendAsync(bytes, WebSocketMessageType.Binary);

    /// <summary>
    /// Takes the next message, which is a step and so a request. Its latency counts from when the oldest message was sent that has no answer yet, until this
    /// one arrived; if there is none, from this call, or from when this one arrived, if it had to wait for the call. It has
    /// <see cref="LoadOptions.RequestTimeout"/> to arrive. Another call gives up the one before.
    /// </summary>
    /// <exception cref="WebSocketException">The app closed the connection, or it broke: a failure.</exception>
    /// <exception cref="InvalidDataException">The message is longer than 16 MiB: a failure.</exception>
    /// <exception cref="OperationCanceledException">The iteration has to end. The kit expects this exception from the scenario.</exception>
    public Task<LoadMessage> ReceiveAsync() => RunAsync(TakeAsync, SentAt());

    /// <summary>Sends a message of text and takes the next message, its answer, which is a step and so a request.</summary>
    /// <inheritdoc cref="ReceiveAsync" path="/exception"/>
    /// <param name="text">The text.</param>
    /// <exception cref="InvalidOperationException">A message has come that nobody took, or an earlier one has no answer yet: a failure.</exception>
    public Task<LoadMessage> AskAsync(string text) => AskAsync(Encoding.UTF8.GetBytes(text.NotNull()), WebSocketMessageType.Text);

    /// <summary>Sends a binary message and takes the next message, its answer, which is a step and so a request.</summary>
    /// <inheritdoc cref="ReceiveAsync" path="/exception"/>
    /// <param name="bytes">The content.</param>
    /// <exception cref="InvalidOperationException">A message has come that nobody took, or an earlier one has no answer yet: a failure.</exception>
    public Task<LoadMessage> AskAsync(ReadOnlyMemory<byte> bytes) => AskAsync(bytes, WebSocketMessageType.Binary);

    /// <summary>Closes it, so that the next iteration opens another one. An app that doesn't answer the close within 1 s is left.</summary>
    public async Task CloseAsync()
    {
        if (_isClosed)
        {
            return;
        }

        _isClosed = true; // before its wait could report a close of the app's
        GiveUp();
        using var limit = new CancellationTokenSource(_timeToClose);
        try
        {
            await _socket.CloseAsync(WebSocketCloseStatus.NormalClosure, statusDescription: null, limit.Token).ConfigureAwait(false);
        }
        catch (Exception e) when (e is WebSocketException or OperationCanceledException or ObjectDisposedException or IOException)
        {
            // It is closed already, or the app doesn't answer.
        }

        Abort();
    }

    /// <summary>Notes that the user's beginning has ended. What that has sent awaits no answer.</summary>
    internal void Prepare()
    {
        lock (_lock)
        {
            _sent.Clear();
            _isPrepared = _isUsed;
        }
    }

    /// <summary>Gets whether a message that nobody has taken came before a time.</summary>
    internal bool HasFrom(long before) => _arrived.NextAt < before;

    /// <summary>Forgets the messages that came before a time.</summary>
    internal void Forget(long before)
    {
        lock (_lock)
        {
            _arrived.Forget(before);
        }
    }

    /// <summary>Closes it at once.</summary>
    internal void Abort()
    {
        _isClosed = true;
        GiveUp();
        _socket.Dispose();
    }

    private Task<LoadMessage> AskAsync(ReadOnlyMemory<byte> bytes, WebSocketMessageType kind)
    {
        return RunAsync(SendAndTakeAsync, Stopwatch.GetTimestamp());

        async Task<LoadMessage> SendAndTakeAsync()
        {
            if (_arrived.NextAt is not null || AwaitsAnswer)
            {
                throw new InvalidOperationException(
                    $"The next message of {_name} is not the answer to this one: another has come that nobody took, or was sent and not answered. "
                    + "Use SendAsync and ReceiveAsync.");
            }

            GiveUp(); // or the wait of an earlier call could take the answer before this one waits for it
            await SendAsync(bytes, kind).ConfigureAwait(false);
            return await TakeAsync().ConfigureAwait(false);
        }
    }

    private Task<LoadMessage> RunAsync(Func<Task<LoadMessage>> step, long? sentAt) =>
        _steps.RunAsync(_name, step, retries: false, wait: new MessageWait((int)_socket.HttpStatusCode, sentAt));

    private async Task SendAsync(ReadOnlyMemory<byte> bytes, WebSocketMessageType kind)
    {
        lock (_lock)
        {
            _sent.Enqueue(Stopwatch.GetTimestamp());
            _isUsed = true;
        }

        await _socket.SendAsync(bytes, kind, endOfMessage: true, _steps.Token).ConfigureAwait(false);
    }

    // An answer may have arrived before the code waits for it. What nobody asked for has waited for the code.
    private long? SentAt()
    {
        lock (_lock)
        {
            long? sentAt = _sent.TryPeek(out var sent) ? sent : null;
            return _arrived.NextAt is not { } at ? sentAt
                : at >= sentAt ? Stopwatch.GetTimestamp() - (at - sentAt)
                : at;
        }
    }

    private async Task<LoadMessage> TakeAsync()
    {
        var wait = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        Interlocked.Exchange(ref _wait, wait)?.TrySetResult();
        Task some;
        lock (_lock)
        {
            some = _arrived.Some; // after that of a wait that has just ended
        }

        await ((Task)Task.WhenAny(some, wait.Task)).WaitAsync(_steps.Waits).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        lock (_lock)
        {
            if (Interlocked.CompareExchange(ref _wait, null, wait) != wait || !HasArrived)
            {
                throw new WaitGivenUpException();
            }

            if (_arrived.NextAt is { } at && _sent.TryPeek(out var sentAt) && at >= sentAt)
            {
                _sent.Dequeue(); // what came before is no answer
            }

            return _arrived.Take();
        }
    }

    private void GiveUp() => Interlocked.Exchange(ref _wait, null)?.TrySetResult();
}
