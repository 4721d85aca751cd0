using ThroughputKit.Responses.Checks;

namespace ThroughputKit.Requests;

/// <summary>Finds expectations of a request that no response could meet, or that say nothing.</summary>
internal static class CheckRules
{
    // Responses with these statuses, and those to HEAD, have no body (RFC 9110, 6.4.1).
    private static readonly int[] _bodiless = [101, 204, 304];

    /// <summary>Returns the expected statuses of responses that have no body.</summary>
    public static IEnumerable<int> BodilessStatuses(LoadRequest request) => BodilessStatuses(request.ExpectedStatuses);

    public static IEnumerable<Problem> Check(LoadRequest request) =>
        Check(request.Name, request.ExpectedStatuses, request.Checks, isHead: request.Method == "HEAD");

    /// <param name="name">The name of what expects it.</param>
    /// <param name="statuses">The statuses that are successes; <see langword="null"/> if the options decide.</param>
    /// <param name="checks">What else responses are checked for.</param>
    /// <param name="isHead">Whether no response has a body.</param>
    public static IEnumerable<Problem> Check(string name, IReadOnlyList<int>? statuses, IReadOnlyList<ResponseCheck> checks, bool isHead = false) =>
        CheckStatuses(statuses)
            .Concat(checks.Select(c => c.Problem).OfType<Problem>())
            .Concat(checks.OfType<HeaderCheck>().SelectMany(c => RequestRules.CheckField(c.Header)))
            .Concat(CheckBodiless(statuses, checks, isHead))
            .Concat(Contradictions(checks))
            .Select(p => p.In(name));

    private static IEnumerable<int> BodilessStatuses(IReadOnlyList<int>? statuses) => (statuses ?? []).Intersect(_bodiless);

    private static IEnumerable<Problem> CheckStatuses(IReadOnlyList<int>? statuses) =>
    [
        .. Problem.If(
            statuses is { Count: 0 }, "Expect names no status", "one status or more", "Leave Expect out to let IsSuccess decide: 200 to 299 by default."),
        .. (statuses ?? []).Where(s => s is not 101 and (< 200 or > 999)).Select(status => new Problem(
            FormattableString.Invariant($"Expect names the status {status}"),
            "101, or 200 to 999",
            "Every status has three digits, such as 200 or 404. A response that begins with 1 is followed by the final one, which is the one that counts.")),
    ];

    private static IEnumerable<Problem> CheckBodiless(IReadOnlyList<int>? statuses, IReadOnlyList<ResponseCheck> checks, bool isHead)
    {
        if (checks.FirstOrDefault(FailsWithoutBody) is not { } check)
        {
            return [];
        }

        var expectation = $"{check.Subject} is expected {check.Expectation}";
        return
        [
            .. Problem.If(
                isHead,
                $"{expectation}, and the method is HEAD", "checks of the status and of headers", "A response to HEAD has no body. Send GET to check it."),
            .. BodilessStatuses(statuses).Select(status => new Problem(
                FormattableString.Invariant($"{expectation}, and {status} is an expected status"),
                FormattableString.Invariant($"checks of headers together with {status}"),
                "A response with that status has no body. Leave out the check or the status.")),
        ];
    }

    // A function may accept anything: it is called only for responses.
    private static bool FailsWithoutBody(ResponseCheck check) => check.Part != ResponsePart.Head && check is not BodyFunctionCheck && check.Problem is null
        && check.Fault(default, explains: false) is not null;

    private static IEnumerable<Problem> Contradictions(IReadOnlyList<ResponseCheck> checks) =>
        from first in checks.Select((check, index) => (Check: check, Index: index))
        from second in checks.Skip(first.Index + 1)
        where Contradict(first.Check, second) || Contradict(second, first.Check)
        select new Problem(
            $"{first.Check.Subject} is expected {first.Check.Expectation}, and {second.Subject} {second.Expectation}",
            "checks that one response can pass together",
            "Keep one of them. A body that differs from response to response can be checked with ExpectBodyContaining, ExpectJson or a function.");

    private static bool Contradict(ResponseCheck one, ResponseCheck other)
    {
        if (one is not BodyTextCheck { Bytes: var body } || other.Part == ResponsePart.Head)
        {
            return one.IsExclusive && other.IsExclusive && one.Subject == other.Subject && !one.IsSameAs(other);
        }

        return other is not BodyFunctionCheck && other.Problem is null
            && other.Fault(new CheckedResponse { Body = body, BodyLength = body.Length }, explains: false) is not null;
    }
}
