using System.Diagnostics;
using ThroughputKit.Pacing;
using ThroughputKit.Traffic;

namespace ThroughputKit.Engines.Sockets;

/// <summary>
/// One connection and the loop that sends its sender's requests one after another. A successful request on an open connection
/// allocates nothing.
/// </summary>
/// <param name="create">Creates what carries its bytes; anew for each connection that is opened.</param>
/// <param name="shape">The shape of the load.</param>
/// <param name="sender">Decides which requests these are.</param>
internal sealed class SocketConnection(Func<Transport> create, LoadShape shape, Sender sender) : IDisposable
{
    // After this idle time the peer may have closed the connection, and a check is worth its cost.
    private static readonly long _idleFrom = Clock.ToTicks(TimeSpan.FromMilliseconds(10));

    private readonly Exchange _exchange = new(sender, perConnection: shape.RequestsPerConnection);
    private readonly Deadline _deadline = new(Clock.ToTicks(shape.Timeout));
    private readonly Turn _turn = new(sender);
    private Transport? _transport;

    /// <summary>Sends one request after another until the phase begins no more. Without <paramref name="turns"/>, no request has a time of its own.</summary>
    public async Task RunAsync(LoadPhase phase, Turns? turns)
    {
        try
        {
            await SendAsync(phase, turns).ConfigureAwait(false);
        }
        catch
        {
            phase.Abort(); // without its data a request can't be sent, and the load would be another one
            throw;
        }

        phase.Recorders.Current.UnservedConnections += _exchange.IsUnserved(phase) ? 1 : 0;
    }

    private async Task SendAsync(LoadPhase phase, Turns? turns)
    {
        sender.Enter(phase.Schedule);
        if (!phase.Schedule.IsPaced)
        {
            await phase.Opened.ConfigureAwait(false);
        }

        var now = Stopwatch.GetTimestamp();
        var idleSince = long.MinValue;
        sender.Begin(now);
        while (true)
        {
            while (sender.Move != Move.Send)
            {
                if (sender.Move == Move.End)
                {
                    return;
                }

                if (turns is not null && sender.Move != Move.BackOff)
                {
                    await turns.NextAsync(_turn).ConfigureAwait(false);
                }
                else
                {
                    await phase.WaitAsync(sender).ConfigureAwait(false);
                }

                now = Stopwatch.GetTimestamp();
            }

            if (now - _idleFrom > idleSince || _transport is { MustAsk: true })
            {
                CloseIfPeerHas();
            }

            // The steps of Exchange. They are all in one method because a nested async method would allocate when it waits.
            _exchange.Begin(phase, phase.Recorders.Current, now);
            _deadline.Start();
            var isReused = _transport is { TellsUnsent: true };
            try
            {
                do
                {
                    if (_transport is null)
                    {
                        await PacerThread.LeaveAsync();
                        await OpenAsync().ConfigureAwait(false);
                        _exchange.Connected(phase.Recorders.Current, Stopwatch.GetTimestamp());
                    }

                    _exchange.Writing();
                    var unsent = _exchange.Bytes;
                    try
                    {
                        while (unsent.Length > 0)
                        {
                            unsent = unsent[await _transport!.SendAsync(unsent).ConfigureAwait(false)..];
                        }

                        _exchange.Written(phase.Recorders.Current);
                    }
                    catch (Exception) when (isReused && unsent.Length == _exchange.Bytes.Length)
                    {
                        isReused = false; // the peer has broken it since its last response
                        _exchange.Unsent(phase.Recorders.Current);
                        Close();
                    }
                    catch (Exception e)
                    {
                        _exchange.Fail(e.GetBaseException().Message); // the server may have answered before it closed
                    }
                }
                while (_transport is null);

                await _transport.WaitForInputAsync().ConfigureAwait(false);
                while (true)
                {
                    var received = await _transport!.ReceiveAsync(_exchange.Buffer.Room()).ConfigureAwait(false);
                    now = Stopwatch.GetTimestamp();
                    if (_exchange.Received(phase.Recorders.Current, received, now, _deadline.IsExpiredAt(now)))
                    {
                        break;
                    }

                    await PacerThread.LeaveAsync();
                }
            }
            catch (Exception e)
            {
                // Any exception of a socket or a TLS stream is the outcome of this request; it is recorded, never lost.
                _exchange.Fail(e.GetBaseException().Message);
            }

            var ending = _exchange.End(phase.Recorders.Current, overdue: _deadline.Stop());
            phase.Recorders.Current.ConnectionsOpened += _transport?.TakeOpened() ?? 0;
            if (ending != Ending.Answered)
            {
                Close();
            }

            now = Stopwatch.GetTimestamp();
            idleSince = sender.Ended(ending, now) == Move.Think ? long.MinValue : now;
        }
    }

    /// <summary>Closes the connection of a request whose deadline is before <paramref name="now"/>. Called from another thread.</summary>
    public void EndIfOverdue(long now)
    {
        // Read before the deadline is passed: a later read might return the connection of the next request. It is null only
        // while a connection is being opened, and then the new connection is the right one.
        var transport = Volatile.Read(ref _transport);
        if (_deadline.TryExpire(now))
        {
            (transport ?? Volatile.Read(ref _transport))?.Dispose();
        }
    }

    public void Dispose() => Close();

    private async Task OpenAsync()
    {
        var transport = create();
        Volatile.Write(ref _transport, transport);

        // Either this method sees that the deadline has passed, or the thread that passed it sees the transport and closes it.
        Interlocked.MemoryBarrier();
        if (_deadline.HasExpired)
        {
            throw new OperationCanceledException();
        }

        await transport.ConnectAsync().ConfigureAwait(false);
    }

    private void CloseIfPeerHas()
    {
        if (_transport is { IsClosedByPeer: true })
        {
            Close();
        }
    }

    private void Close()
    {
        _transport?.Dispose();
        Volatile.Write(ref _transport, null);
    }
}
