namespace ThroughputKit.Traffic;

/// <summary>What a <see cref="Sender"/> does next.</summary>
internal enum Move
{
    /// <summary>Nothing more in this phase.</summary>
    End,

    /// <summary>Sends its next request at once.</summary>
    Send,

    /// <summary>Waits for its turn: at a set rate until it is given a request, otherwise until a time.</summary>
    AwaitTurn,

    /// <summary>Takes a virtual user's pause, until a time.</summary>
    Think,

    /// <summary>Waits before it opens a connection again, until a time.</summary>
    BackOff,
}
