namespace ThroughputKit.Baselines.Files;

/// <summary>Validates baselines beyond their JSON shape.</summary>
internal static class BaselineDocumentRules
{
    public const string Allowed = "zero or more, and finite";

    public static IEnumerable<(string What, string Allowed)> Check(BaselineDocument document) => document.Tests.SelectMany(t => Check(t.Key, t.Value));

    // NaN compares as false with everything. The condition is written so that NaN isn't allowed.
    public static bool IsAllowed(double value) => double.IsFinite(value) && value >= 0;

    public static string Show(double value) => Readable.Limit(value, "#,0.######");

    // The JSON shape rules out neither a null in a list nor a number out of range.
    private static IEnumerable<(string What, string Allowed)> Check(string name, BaselineEntry? entry)
    {
        if (entry is null)
        {
            return [($"'{name}' is null", "an approved entry")];
        }

        var (settings, exact, timing) = (entry.Settings, entry.Exact, entry.Timing);
        (string Member, double? Value)[] numbers =
        [
            ("allocatedBytesPerRequest", exact.AllocatedBytesPerRequest), ("receivedBytesPerResponse", exact.ReceivedBytesPerResponse),
            ("sentBytesPerRequest", exact.SentBytesPerRequest), ("failedShare", exact.FailedShare),
            ("connectionsOpenedPerRequest", exact.ConnectionsOpenedPerRequest), ("requestsPerSecond", timing.RequestsPerSecond),
            ("p50Ms", timing.P50Ms), ("p99Ms", timing.P99Ms),
        ];
        return
        [
            .. numbers.Where(n => n.Value is { } value && !IsAllowed(value)).Select(n => ($"{n.Member} of '{name}' is {Show(n.Value!.Value)}", Allowed)),
            .. settings.Requests.Count > 0 && settings.Requests.All(r => r is not null) ? [] : new[] { ($"'{name}' has no request", "one request or more") },
            .. exact.Statuses.Count > 0 ? [] : new[] { ($"'{name}' has no status", "one status or more") },
        ];
    }
}
