namespace ThroughputKit.Engines.Loops;

/// <summary>Waits for many sockets at once. Each of them has a number.</summary>
internal interface IPoller : IDisposable
{
    /// <summary>Prepares for <see cref="Wake"/>.</summary>
    /// <exception cref="EngineNotAvailableException">The system doesn't permit it.</exception>
    void AllowWake();

    /// <summary>Ends the current wait, or the next one if there is none. Callable from any thread.</summary>
    void Wake();

    /// <summary>Creates a socket, which isn't open yet.</summary>
    /// <param name="number">Its number, from 0 on.</param>
    LoopSocket Create(int number);

    /// <summary>Waits for events of the sockets, or until the time is up. There may be more than one wait returns.</summary>
    /// <returns>The number of events; if the time is zero, it is 0 only if there are none.</returns>
    int Wait(TimeSpan most);

    /// <summary>Returns the number of the socket of an event of the last <see cref="Wait"/>; below 0 if it is of no socket.</summary>
    int NumberOf(int @event);
}
