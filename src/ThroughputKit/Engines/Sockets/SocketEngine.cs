using ThroughputKit.Traffic;

namespace ThroughputKit.Engines.Sockets;

/// <summary>
/// Creates load with one asynchronous loop per connection, and a thread that keeps the schedule of a set rate or of pauses. Runs on every system, with
/// .NET's own TLS for https addresses.
/// </summary>
internal sealed class SocketEngine(EngineTarget target, LoadShape shape) : ILoadEngine
{
    private readonly SocketConnection[] _connections =
        [.. Enumerable.Range(0, shape.Connections).Select(c => new SocketConnection(target, shape, new Sender(c, shape.Connections, shape.Room)))];

    private readonly Lock _watching = new();
    private PacerThread? _pacer;
    private volatile bool _aborting;

    public EngineCost? Cost => null;

    public async Task RunAsync(LoadPhase phase)
    {
        var turns = Turns.Of(phase, _connections.Length);
        Task[] loops = [.. _connections.Select(c => c.RunAsync(phase, turns))];
        var giving = turns is null ? Task.CompletedTask : (_pacer ??= new PacerThread()).RunAsync(phase, turns.Give);
        using (phase.Aborted.UnsafeRegister(static engine => ((SocketEngine)engine!)._aborting = true, this))
        {
            try
            {
                await Task.WhenAll(loops).ConfigureAwait(false);
            }
            finally
            {
                turns?.Stop();
                await giving.ConfigureAwait(false);
            }
        }

        lock (_watching)
        {
            _aborting = false; // a watch that has begun would end the requests of the next phase
        }
    }

    /// <summary>Ends requests that have passed their deadline, or all requests once the phase is aborted.</summary>
    public void Watch(long now)
    {
        lock (_watching)
        {
            foreach (var connection in _connections)
            {
                connection.EndIfOverdue(_aborting ? long.MaxValue : now);
            }
        }
    }

    public ValueTask DisposeAsync()
    {
        foreach (var connection in _connections)
        {
            connection.Dispose();
        }

        _pacer?.Dispose();
        return ValueTask.CompletedTask;
    }
}
