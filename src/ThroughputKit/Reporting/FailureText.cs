using static System.FormattableString;

namespace ThroughputKit.Reporting;

/// <summary>Describes failed requests by kind.</summary>
internal static class FailureText
{
    /// <summary>Returns the number of failures of each kind that occurred: "300 failed check, 88 timeout".</summary>
    public static string Counts(FailureFigures failures) =>
        string.Join(", ", ByKind(failures).Where(k => k.Count > 0).Select(k => Invariant($"{k.Count:N0} {k.Name}")));

    /// <summary>Returns the first failure of the most frequent kind; <see langword="null"/> if there is none.</summary>
    public static FailureExample? MostFrequent(FailureFigures failures) =>
        ByKind(failures).OrderByDescending(k => k.Count).SelectMany(k => failures.Examples.Where(e => e.Kind == k.Kind)).FirstOrDefault();

    /// <summary>Returns a failure with the first line of its response.</summary>
    public static string WithFirstLine(FailureExample example) =>
        $"{example.ToString().TrimEnd('.')}{(example.Response is { Length: > 0 } response ? $" ({response.Split('\n')[0]})" : "")}";

    /// <summary>Returns the number of failures of each kind.</summary>
    public static (FailureKind Kind, string Name, long Count)[] ByKind(FailureFigures failures) =>
    [
        (FailureKind.Connect, "connect", failures.Connect), (FailureKind.Write, "write", failures.Write), (FailureKind.Read, "read", failures.Read),
        (FailureKind.ClosedWhileReusing, "closed while reusing", failures.ClosedWhileReusing), (FailureKind.Timeout, "timeout", failures.Timeouts),
        (FailureKind.Malformed, "malformed", failures.Malformed), (FailureKind.UnexpectedStatus, "unexpected status", failures.UnexpectedStatus),
        (FailureKind.FailedCheck, "failed check", failures.FailedCheck),
    ];
}
