namespace ThroughputKit.Baselines.Files;

/// <summary>A baseline file. Its members are in the order in which they are written.</summary>
internal sealed record BaselineDocument
{
    /// <summary>The kind that identifies a baseline file.</summary>
    public const string OwnKind = "ThroughputKit baseline";

    /// <summary>The version of the file's shape. Any change to the shape, including a new member, is a new version.</summary>
    public const int OwnSchema = 4;

    /// <summary>The numbers that are valid.</summary>
    public const string AllowedNumbers = "zero or more, and finite";

    /// <summary>Gets the baselines of a file that doesn't exist yet.</summary>
    public static IReadOnlyDictionary<string, BaselineEntry> None { get; } = new Dictionary<string, BaselineEntry>(StringComparer.Ordinal);

    public string Kind { get; init; } = OwnKind;

    public int Schema { get; init; } = OwnSchema;

    /// <summary>Gets the baselines by test name.</summary>
    public required IReadOnlyDictionary<string, BaselineEntry> Tests { get; init; }

    // NaN compares as false with everything. The condition is written so that NaN isn't allowed.
    public static bool IsAllowed(double value) => double.IsFinite(value) && value >= 0;

    public static string Show(double value) => Readable.Limit(value, "#,0.######");

    /// <summary>Returns the problems that the JSON shape doesn't rule out: a null in a list, or a number out of range.</summary>
    public IEnumerable<(string What, string Allowed)> Check() => Tests.SelectMany(t => Check(t.Key, t.Value));

    private static IEnumerable<(string What, string Allowed)> Check(string name, BaselineEntry? entry)
    {
        if (entry is null)
        {
            return [($"'{name}' is null", "an approved entry")];
        }

        var (settings, exact, timing) = (entry.Settings, entry.Exact, entry.Timing);
        (string Member, double? Value)[] numbers =
        [
            ("databaseCommandsPerRequest", exact.DatabaseCommandsPerRequest), ("httpRequestsPerRequest", exact.HttpRequestsPerRequest),
            ("exceptionsPerRequest", exact.ExceptionsPerRequest),
            ("allocatedBytesPerRequest", exact.AllocatedBytesPerRequest), ("receivedBytesPerResponse", exact.ReceivedBytesPerResponse),
            ("sentBytesPerRequest", exact.SentBytesPerRequest), ("failedShare", exact.FailedShare),
            ("connectionsOpenedPerRequest", exact.ConnectionsOpenedPerRequest), ("rps", timing.Rps),
            ("p50Ms", timing.P50Ms), ("p99Ms", timing.P99Ms),
        ];
        return
        [
            .. numbers.Where(n => n.Value is { } value && !IsAllowed(value)).Select(n => ($"{n.Member} of '{name}' is {Show(n.Value!.Value)}", AllowedNumbers)),
            .. settings.Requests.Count > 0 && settings.Requests.All(r => r is not null) ? [] : new[] { ($"'{name}' has no request", "one request or more") },
            .. exact.Statuses.Count > 0 ? [] : new[] { ($"'{name}' has no status", "one status or more") },
        ];
    }
}
