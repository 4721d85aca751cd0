namespace ThroughputKit.Findings;

/// <summary>The app set cookies in the preparation that no request carried, so the load may be that of somebody who isn't signed in.</summary>
internal static class CookieNotSentRule
{
    public static Finding? Examine(RunFacts run) => run.Observed.UnsentCookies is not { Count: > 0 } unsent ? null : new Finding(
        FindingNames.CookieNotSent,
        FindingSeverity.Hint,
        $"No request carried {(unsent.Count == 1 ? "a cookie" : "cookies")} that the app set in the preparation: {string.Join(", ", unsent)}.",
        "If the load needs it, change what the reason says in the app, or return a Cookie header from Prepare.");
}
