namespace ThroughputKit.Engines.Sockets;

/// <summary>
/// Creates load with one asynchronous loop per connection, and a thread that keeps the schedule of a set rate. Runs on every system, with
/// TLS for https addresses.
/// </summary>
internal sealed class SocketEngine : ILoadEngine
{
    private readonly SocketConnection[] _connections;
    private PacerThread? _pacer;
    private volatile bool _aborting;

    public SocketEngine(EngineTarget target, LoadShape shape)
    {
        _connections = new SocketConnection[shape.Connections];
        for (var i = 0; i < _connections.Length; i++)
        {
            _connections[i] = new SocketConnection(target, shape, firstRequest: i);
        }
    }

    public EngineCost? Cost => null;

    public async Task RunAsync(LoadPhase phase)
    {
        _aborting = false;
        var turns = phase.IsPaced ? new Turns(phase, _connections.Length) : null;
        var loops = new Task[_connections.Length + 1];
        for (var i = 0; i < _connections.Length; i++)
        {
            loops[i] = _connections[i].RunAsync(phase, turns);
        }

        loops[^1] = turns is null ? Task.CompletedTask : (_pacer ??= new PacerThread()).RunAsync(phase, turns);

        using var registration = phase.Aborted.UnsafeRegister(static engine => ((SocketEngine)engine!)._aborting = true, this);
        await Task.WhenAll(loops).ConfigureAwait(false);
    }

    /// <summary>Ends requests that have passed their deadline, or all requests once the phase is aborted.</summary>
    public void Watch(long now)
    {
        foreach (var connection in _connections)
        {
            connection.EndIfOverdue(_aborting ? long.MaxValue : now);
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
