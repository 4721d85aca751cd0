namespace ThroughputKit.Counting;

/// <summary>What is counted for each request.</summary>
internal enum CountKind
{
    /// <summary>Commands that the app sends to a database.</summary>
    DatabaseCommands,

    /// <summary>Requests that the app sends with HttpClient.</summary>
    HttpRequests,

    /// <summary>Exceptions that are thrown, each once, however often it is thrown again.</summary>
    Exceptions,

    /// <summary>Waits for a lock that another thread held.</summary>
    LockContentions,

    /// <summary>Items that the thread pool has worked off.</summary>
    PoolItems,

    /// <summary>Collections of the heap, of any generation.</summary>
    Collections,
}
