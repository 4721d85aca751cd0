namespace ThroughputKit.Engines.Loops;

/// <summary>Waits for many sockets at once. Each of them has a number.</summary>
internal interface IPoller : IDisposable
{
    /// <summary>Gets the maximum number of events of one <see cref="Wait"/>. If a wait returns this many, there may be more.</summary>
    int MaxEvents { get; }

    /// <summary>Prepares for <see cref="Wake"/>.</summary>
    /// <exception cref="EngineNotAvailableException">The system doesn't permit it.</exception>
    void AllowWake();

    /// <summary>Ends the current wait, or the next one if there is none. Callable from any thread.</summary>
    void Wake();

    /// <summary>Creates a socket, which isn't open yet.</summary>
    /// <param name="number">Its number, from 0 on.</param>
    LoopSocket Create(int number);

    /// <summary>Waits for events of the sockets, or until the time is up.</summary>
    /// <returns>The number of events.</returns>
    int Wait(TimeSpan most);

    /// <summary>Returns the number of the socket of an event of the last <see cref="Wait"/>.</summary>
    int NumberOf(int @event);

    /// <summary>Returns whether the peer has closed its side, or the connection is broken. It is told once.</summary>
    bool IsClosed(int @event);
}
