using FluentAssertions;
using FluentAssertions.Execution;

namespace ThroughputKit.Judging;

/// <summary>Tells FluentAssertions of an assertion that doesn't hold.</summary>
internal static class Failure
{
    /// <param name="judgement">What was found out.</param>
    /// <param name="expected">What was expected, as it stands after "to".</param>
    /// <param name="kind">What the subject is, where its name in the source is not known.</param>
    /// <param name="subject">What was judged; its text stands below all failures, once for each subject.</param>
    /// <param name="because">Why it was expected.</param>
    /// <param name="becauseArgs">What fills that in.</param>
    [CustomAssertion]
    public static void ReportIfAny(Judgement judgement, string expected, string kind, object? subject, string because, object[] becauseArgs)
    {
        if (judgement.Failure is not { } found)
        {
            return;
        }

        // Within a scope of the caller's this one hands over to it; otherwise it throws at its end.
        using var scope = new AssertionScope();
        if (subject is not null)
        {
            Show($"{subject}", kind, scope);
        }

        var begin = judgement.IsInconclusive ? "Inconclusive: expected" : "Expected";
        Execute.Assertion.BecauseOf(because, becauseArgs)
            .FailWith($"{begin} {{context:{kind}}} to {Escape(expected)}{{reason}}, but {Escape(found.TrimEnd('.'))}.");
    }

    private static void Show(string text, string kind, AssertionScope scope)
    {
        var key = kind;
        for (var other = 2; scope.Get<object?>(key) is { } known && !text.Equals(known); other++)
        {
            key = FormattableString.Invariant($"{kind} {other}");
        }

        scope.AddReportable(key, text);
    }

    private static string Escape(string text) => text.Replace("{", "{{", StringComparison.Ordinal).Replace("}", "}}", StringComparison.Ordinal);
}
