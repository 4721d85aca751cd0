using System.Collections.Frozen;
using ThroughputKit.Gates;
using ThroughputKit.Recording;
using ThroughputKit.Reporting;

namespace ThroughputKit.Findings;

/// <summary>Findings on responses that were missing, that differed, or that cost a connection each.</summary>
internal static class ResponseFindings
{
    private const double ToleratedChanges = 0.01;
    private const int FirstOfServer = 500; // ServerError reports those
    private const double ToleratedConnections = 0.05;
    private const int SwitchingProtocols = 101;

    private const string Identical = "All requests are identical. "
        + "Check whether the app rejects repeated requests, limits the rate, or runs out of the requested data. Send a request that can be repeated.";

    private const string WithData = "An example of the failures shows what was sent: is it a row that the app refuses? "
        + "If not, check whether the app limits the rate, or accepts the same data only once: "
        + "rows and counters may have been used before, by the warm-up or an earlier run. "
        + "EachOnce() takes each row once and has no warm-up; WithGuid() is unique in every run.";

    private static readonly FrozenSet<string> _files = FrozenSet.Create(
        StringComparer.OrdinalIgnoreCase,
        ".css", ".gif", ".htm", ".html", ".ico", ".jpeg", ".jpg", ".js", ".json", ".map", ".mjs", ".png", ".svg", ".txt", ".wasm", ".webmanifest", ".webp",
        ".woff", ".woff2", ".xml");

    /// <summary>No request succeeded within the window, so there is no throughput.</summary>
    public static Finding? NothingSucceeded(RunFacts run)
    {
        var result = run.Result;
        if (result.Succeeded > 0 || result.WasCancelled)
        {
            return null;
        }

        // Statuses speak for themselves, or have a finding of their own; but for a harmless one that the request doesn't expect.
        var isHarmless = result.Endpoints.Any(e => e.HasOwnStatuses) && (EveryResponseRule.Examine(run) ?? ServerErrorRule.Examine(run)) is null;
        if (result.Sent > 0 && result.Failures.UnexpectedStatus == result.Sent && !isHarmless)
        {
            return null;
        }

        var why = result.Failures is { FailedCheck: > 0 } or { UnexpectedStatus: > 0 }
            ? "The failures say which responses are not what their requests expect."
            : "The failures say why.";
        var remedy = EndlessResponse.Explain(result.Failures.Examples) ?? (result.Failures.Timeouts > 0 ? GateText.WhyUnanswered : why);
        if (result is { Sent: 0, Kind.UnitsAreRequests: false })
        {
            remedy = "No step was begun. Does the scenario begin with a longer pause, or do its users join later? Measure for longer.";
        }
        else if (result.Latency.Count > 0)
        {
            remedy = FormattableString.Invariant($"Responses took {result.Latency.P50.TotalSeconds:0.##} s: ")
                + "set Duration well above that, or set fewer Connections so that requests wait less for each other.";
        }

        return new Finding(
            FindingNames.NothingSucceeded,
            FindingSeverity.Error,
            FormattableString.Invariant($"No request succeeded within the window of {result.Duration.TotalSeconds:0.###} s.")
                + (run.Observed.OnlyErrors ? " The load was ended early." : ""),
            remedy);
    }

    /// <summary>
    /// The app's responses differed from the first, so the figures mix several kinds of work. Not reported for several requests in turn, whose responses differ
    /// by design, for less than a hundredth of the responses, if only the first response failed, for errors of the server alone, or if the request itself
    /// expects all the statuses.
    /// </summary>
    public static Finding? StatusChanged(RunFacts run)
    {
        var result = run.Result;
        var (all, first) = (result.Statuses.Values.Sum(), run.Observed.FirstStatus);
        KeyValuePair<int, long>[] others = [.. result.Statuses.Where(s => s.Key != first).OrderByDescending(s => s.Value).ThenBy(s => s.Key)];
        var isRecovered = result.Statuses.Count == 1 && result.Failures.UnexpectedStatus == 0;
        var isErrorsAlone = result.Statuses.Keys.Append(first).Where(s => s < FirstOfServer).Distinct().Count() <= 1;
        var areExpected = result.Endpoints is [{ HasOwnStatuses: true }] && result.Failures.UnexpectedStatus == 0;
        var isTolerated = isRecovered || areExpected || isErrorsAlone || others.Sum(s => s.Value) < Math.Max(1, ToleratedChanges * all);
        return first == 0 || result.Endpoints.Count > 1 || !result.Kind.MembersAreRequests || isTolerated ? null : new Finding(
            FindingNames.StatusChanged,
            FindingSeverity.Warning,
            FormattableString.Invariant(
                $"The first response was {first}, but of {all:N0} in the window, {string.Join(", ", others.Select(Describe))}{Since(result)}."),
            run.Plan is { Data: not null } ? WithData : Identical);
    }

    /// <summary>
    /// The bodies of successes changed for good during the run, as they do if an app reports errors with a successful status. A date, a counter, a growing list
    /// or content that alternates is no such change: see <see cref="BodyKinds"/>.
    /// </summary>
    public static Finding? ResponsesChanged(RunFacts run)
    {
        EndpointFigures[] changed = [.. run.Result.Endpoints.Where(e => e.BodyChange is not null)];
        return changed is not [{ BodyChange: var (before, after) }, ..] ? null : new Finding(
            FindingNames.ResponsesChanged,
            FindingSeverity.Warning,
            $"The bodies of {EndpointList.Heading(changed)} changed for good during the run, warm-up included: "
                + $"{Describe(before, run)}, then {Describe(after, run)}.",
            "Check whether the later ones are errors, "
                + "because of a limit, an expired session or used-up data: errors with a successful status count as successes. "
                + "Say what the right ones are: LoadRequest.Get(...).ExpectJson(...).");
    }

    /// <summary>
    /// The server closed connections after responding on them, so others had to be opened. Opening and accepting a connection costs about as much as several
    /// small requests: at one connection per twenty requests, that is a tenth of the work or more. Each planned connection may be opened twice, those that the
    /// test asks for are its own doing, and a broken one counts as its failure.
    /// </summary>
    public static Finding? ConnectionChurn(RunFacts run)
    {
        var result = run.Result;
        var responses = result.Statuses.Values.Sum();
        var opened = result.ConnectionsOpened - Broken(result.Failures);
        var asked = responses / result.Settings?.Options.RequestsPerConnection ?? 0;
        var enough = ((long)result.Kind.ConnectionsOfSender * run.OwnConnections) + asked;
        return opened <= enough || opened - asked <= ToleratedConnections * responses ? null : new Finding(
            FindingNames.ConnectionChurn,
            FindingSeverity.Warning,
            FormattableString.Invariant($"{opened:N0} connections were opened for {responses:N0} responses, although {run.OwnConnections + asked:N0} ")
                + "would have been enough: the figures measure connecting as much as responding.",
            "Check whether the app or a request header sends Connection: close, or a limit closes connections. "
                + (result.Pacing is null ? "" : "At a low rate each of many connections rests for long: use fewer. ")
                + (result.Statuses.ContainsKey(SwitchingProtocols) ? "A WebSocket is closed after an iteration that sent more messages than it received. " : "")
                + "If real clients reconnect as often, the figures are valid.");
    }

    /// <summary>
    /// Every success of a GET had no body, though its status allows one. So are static web assets answered that are listed in a build's output and not found
    /// there: for a file, no figure says anything. An endpoint may have nothing to return.
    /// </summary>
    public static Finding? EmptyResponses(RunFacts run)
    {
        EndpointFigures[] empty = [.. run.Result.Endpoints.Where(e => e.IsEmpty)];
        var hasFile = Array.Exists(empty, e => IsFile(e.Name));
        return empty.Length == 0 ? null : new Finding(
            FindingNames.EmptyResponses,
            hasFile ? FindingSeverity.Error : FindingSeverity.Warning,
            $"Every success of {EndpointList.Heading(empty)} had an empty body.",
            hasFile
                ? "Outside Development, static web assets are found only in published output. "
                    + "Load a published app, or call builder.WebHost.UseStaticWebAssets() in the app."
                : "Is the app set up as in production? An endpoint that has nothing to return can return 204.")
        { IsSetUpMistake = hasFile };
    }

    /// <summary>All successes of a scenario are steps without a response, as of code that sends nothing, or sends it with a client of its own.</summary>
    public static Finding? NothingReceived(RunFacts run) =>
        run.Result is not { Kind.IsSentByKit: false, Succeeded: > 0, Statuses.Count: 0 } ? null : new Finding(
            FindingNames.NothingReceived,
            FindingSeverity.Warning,
            "No step of the scenario got a response with user.Client, so the app may not have been loaded at all.",
            "Send requests with user.Client. If the code has clients of its own, ignore this: what they do are steps.");

    /// <summary>A tenth of the connections or more sent requests but never got a response, so the figures are those of fewer connections.</summary>
    public static Finding? UnservedConnections(RunFacts run) =>
        run.Result is not { WasCancelled: false, Succeeded: > 0, HasAppExited: false } result || !UnsentRule.IsPartlyUnserved(result) || run.StoppedByItself
        ? null : new Finding(
            FindingNames.UnservedConnections,
            FindingSeverity.Error,
            $"{UnsentRule.Unserved(result)}, so the figures are those of the others.",
            UnsentRule.ServeAll);

    private static bool IsFile(string name) => _files.Contains(Path.GetExtension(name.Split('?')[0]));

    private static string Describe(BodyKind bodies, RunFacts run) =>
        FormattableString.Invariant($"{bodies.Count:N0} of {bodies.Body.Length:N0} B began with '{run.Observed.Hide($"{bodies.Body}")}'");

    private static string Describe(KeyValuePair<int, long> status) =>
        FormattableString.Invariant($"{status.Value:N0} {(status.Value == 1 ? "was" : "were")} {status.Key}");

    private static string Since(LoadResult result) => result.Failures.Examples.FirstOrDefault(e => e.Kind == FailureKind.UnexpectedStatus) is { } first
        ? FormattableString.Invariant($", the first after {first.At.TotalSeconds:0.000} s")
        : "";

    private static long Broken(FailureFigures failures) =>
        failures.Write + failures.Read + failures.ClosedWhileReusing + failures.Timeouts + failures.Malformed;
}
