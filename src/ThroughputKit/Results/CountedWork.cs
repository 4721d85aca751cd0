using ThroughputKit.Counting;

namespace ThroughputKit;

/// <summary>One kind of what an app does for a request: what it is called, and how it is read.</summary>
/// <param name="Kind">What is counted.</param>
/// <param name="Name">The name of what is counted.</param>
/// <param name="Count">Reads the count; <see langword="null"/> if it isn't known.</param>
internal sealed record CountedWork(CountKind Kind, string Name, Func<CountFigures, double?> Count)
{
    public static CountedWork DatabaseCommands { get; } = new(CountKind.DatabaseCommands, "database commands", c => c.DatabaseCommandsPerRequest)
    {
        Items = c => c.DatabaseCommands,
        Heading = "The most frequent commands, per request:",
    };

    public static CountedWork HttpRequests { get; } = new(CountKind.HttpRequests, "HTTP requests", c => c.HttpRequestsPerRequest)
    {
        Items = c => c.HttpRequests,
        Heading = "The requests go to, per request:",
    };

    public static CountedWork Exceptions { get; } = new(CountKind.Exceptions, "exceptions", c => c.ExceptionsPerRequest)
    {
        Items = c => c.Exceptions,
        Heading = "Their types, per request:",
    };

    /// <summary>Gets the kinds whose counts don't depend on the machine, and have gates.</summary>
    public static IReadOnlyList<CountedWork> Exact { get; } = [DatabaseCommands, HttpRequests, Exceptions];

    /// <summary>Gets all kinds, in reporting order.</summary>
    public static IReadOnlyList<CountedWork> All { get; } =
    [
        .. Exact,
        new(CountKind.LockContentions, "contended locks", c => c.LockContentionsPerRequest),
        new(CountKind.PoolItems, "items of the thread pool", c => c.PoolItemsPerRequest),
        new(CountKind.Collections, "collections", c => c.CollectionsPerRequest),
    ];

    /// <summary>Gets the name of one of them.</summary>
    public string NameOfOne => Name.TrimEnd('s');

    /// <summary>Gets the function that reads what was counted; it returns nothing if that isn't known.</summary>
    public Func<CountFigures, IReadOnlyList<CountedItem>> Items { get; init; } = _ => [];

    /// <summary>Gets the line above the most frequent ones in a message.</summary>
    public string Heading { get; init; } = "";
}
