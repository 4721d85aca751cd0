namespace ThroughputKit.Baselines;

/// <summary>Validates baselines beyond their JSON shape, and their tolerances.</summary>
internal static class BaselineRules
{
    private const string Number = "zero or more, and finite";

    public static IEnumerable<(string What, string Allowed)> Check(BaselineDocument document) => document.Tests.SelectMany(t => Check(t.Key, t.Value));

    public static IEnumerable<Problem> Check(BaselineTolerance tolerance)
    {
        if (!IsAllowed(tolerance.Bytes))
        {
            yield return new Problem($"The baseline's tolerance is {Show(tolerance.Bytes)} B", Number, "Leave it out for 8 B.");
        }

        if (!IsAllowed(tolerance.Percent) || tolerance.Percent > 100)
        {
            yield return new Problem($"The baseline's tolerance is {Show(tolerance.Percent)}%", "0 to 100", "Leave it out for 1%.");
        }
    }

    // The JSON shape rules out neither a null in a list nor a number out of range.
    private static IEnumerable<(string What, string Allowed)> Check(string name, BaselineEntry? entry)
    {
        if (entry is null)
        {
            return [($"'{name}' is null", "what was approved of it")];
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
            .. numbers.Where(n => n.Value is { } value && !IsAllowed(value)).Select(n => ($"{n.Member} of '{name}' is {Show(n.Value!.Value)}", Number)),
            .. settings.Requests.Count > 0 && settings.Requests.All(r => r is not null) ? [] : new[] { ($"'{name}' has sent nothing", "one request or more") },
            .. exact.Statuses.Count > 0 ? [] : new[] { ($"'{name}' has seen no status", "one status or more") },
        ];
    }

    // NaN compares as false with everything. The condition is written so that NaN isn't allowed.
    private static bool IsAllowed(double value) => double.IsFinite(value) && value >= 0;

    private static string Show(double value) => Readable.Limit(value, "#,0.######");
}
