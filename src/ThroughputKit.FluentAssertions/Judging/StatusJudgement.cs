using ThroughputKit.Reporting;

namespace ThroughputKit.Judging;

/// <summary>Judges the statuses of responses. Pure.</summary>
internal static class StatusJudgement
{
    public static Judgement OfOnly(LoadResult? result, IReadOnlyList<int> allowed)
    {
        if (Judgement.Lacking(result) is { } lacking)
        {
            return lacking;
        }

        var unanswered = result!.Failed - result.Failures.UnexpectedStatus;
        string[] failures =
        [
            .. Found(result, status => !allowed.Contains(status)),
            .. unanswered > 0 ? new[] { $"{Counted.Of(unanswered, "request")} had no complete response" } : [],
        ];
        return failures.Length == 0 ? Judgement.Passed : Judgement.Failed(string.Join("; ", failures));
    }

    public static Judgement OfNone(LoadResult? result, int status) =>
        Judgement.Lacking(result) ?? (Found(result!, s => s == status) is [var found] ? Judgement.Failed(found) : Judgement.Passed);

    private static string[] Found(LoadResult result, Func<int, bool> isWrong)
    {
        string[] wrong = [.. result.Statuses.Where(s => isWrong(s.Key)).OrderByDescending(s => s.Value).ThenBy(s => s.Key).Select(s => FormattableString.Invariant($"{s.Value:N0} with {s.Key}"))];
        return wrong.Length == 0 ? [] : [$"found {string.Join(", ", wrong)}, of {Counted.Of(result.Statuses.Values.Sum(), "response")}"];
    }
}
