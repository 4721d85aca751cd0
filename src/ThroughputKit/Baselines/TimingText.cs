using System.Globalization;

namespace ThroughputKit.Baselines;

/// <summary>Describes the timing of a run relative to its baseline. It is never judged: speed depends on the machine as much as on the app.</summary>
internal static class TimingText
{
    public static string Compare(BaselineTiming now, BaselineTiming approved)
    {
        if (now.Machine != approved.Machine)
        {
            return $"timing not compared: approved on another machine ({approved.Machine})";
        }

        string?[] figures =
        [
            Compare("RPS", now.RequestsPerSecond, approved.RequestsPerSecond, "N0"),
            Compare("ms p50", now.P50Ms, approved.P50Ms, "0.00"),
            Compare("ms p99", now.P99Ms, approved.P99Ms, "0.00"),
        ];
        return $"{string.Join(", ", figures.OfType<string>())}; timing is not judged";
    }

    private static string? Compare(string unit, double? now, double? approved, string format) => now is not { } value || approved is not { } baseline
        ? null
        : $"{value.ToString(format, CultureInfo.InvariantCulture)} {unit} ({baseline.ToString(format, CultureInfo.InvariantCulture)} approved{Change(value, baseline)})";

    private static string Change(double value, double approved) => approved > 0
        ? ((value - approved) / approved).ToString("', '+0.0%;', '-0.0%", CultureInfo.InvariantCulture)
        : "";
}
