using ThroughputKit.Counting;

namespace ThroughputKit;

/// <summary>
/// What the app does for a request, counted in short windows of their own after the run's window, on any thread, and after the response too. What it does
/// without any request is subtracted. The first three counts don't depend on the machine: each is the same in every run of the same code.
/// </summary>
public sealed record CountFigures
{
    internal CountFigures()
    {
    }

    /// <summary>
    /// Gets the number of commands that are sent to a database, through EF Core, Npgsql, Microsoft.Data.SqlClient or MySqlConnector; <see langword="null"/> if
    /// it isn't known, as with a provider that reports nothing, or if it differs from window to window.
    /// </summary>
    public double? DatabaseCommandsPerRequest { get; init; }

    /// <summary>
    /// Gets the number of requests that are sent with HttpClient; <see langword="null"/> if it isn't known, or differs from window to window.
    /// </summary>
    public double? HttpRequestsPerRequest { get; init; }

    /// <summary>
    /// Gets the number of exceptions that are thrown, each once, however often it is thrown again, and caught or not; <see langword="null"/> if it isn't
    /// known, or differs from window to window.
    /// </summary>
    public double? ExceptionsPerRequest { get; init; }

    /// <summary>Gets the number of waits for a lock that another thread held. It depends on the machine. <see langword="null"/> if it isn't known.</summary>
    public double? LockContentionsPerRequest { get; init; }

    /// <summary>
    /// Gets the number of items that the thread pool worked off, with the generator's if the app runs in this process. It depends on the machine.
    /// <see langword="null"/> if it isn't known.
    /// </summary>
    public double? PoolItemsPerRequest { get; init; }

    /// <summary>
    /// Gets the number of collections of the heap, of any generation. It depends on the machine. <see langword="null"/> if it isn't known.
    /// </summary>
    public double? CollectionsPerRequest { get; init; }

    /// <summary>Gets the lines that the app printed in the run's own window, mostly its log; <see langword="null"/> if that isn't known.</summary>
    public double? LinesPerRequest { get; init; }

    /// <summary>Gets the database commands, the most frequent first, up to 20.</summary>
    public IReadOnlyList<CountedItem> DatabaseCommands { get; init; } = [];

    /// <summary>Gets the outgoing requests by method and host, the most frequent first, up to 20.</summary>
    public IReadOnlyList<CountedItem> HttpRequests { get; init; } = [];

    /// <summary>Gets the exceptions by type, the most frequent first, up to 20.</summary>
    public IReadOnlyList<CountedItem> Exceptions { get; init; } = [];

    /// <summary>Gets why a count isn't known, with the remedy, by its kind.</summary>
    internal IReadOnlyDictionary<CountKind, string> WhyUnknown { get; init; } = new Dictionary<CountKind, string>();

    /// <summary>Returns the figures of a run that could not count, each with the reason.</summary>
    internal static CountFigures NotCounted(string reason) => new()
    {
        WhyUnknown = Enum.GetValues<CountKind>().ToDictionary(k => k, _ => reason),
    };
}
