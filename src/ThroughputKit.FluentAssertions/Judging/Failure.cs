using FluentAssertions;
using FluentAssertions.Execution;

namespace ThroughputKit.Judging;

/// <summary>Reports a failed assertion to FluentAssertions.</summary>
internal static class Failure
{
    /// <param name="judgement">The judgement of the assertion.</param>
    /// <param name="expected">The expectation, as the text after "to".</param>
    /// <param name="kind">The kind of subject, used if its name in the source isn't known.</param>
    /// <param name="subject">The judged object. Its text is below all failures, once per subject.</param>
    /// <param name="because">The reason for the expectation.</param>
    /// <param name="becauseArgs">The arguments for <paramref name="because"/>.</param>
    [CustomAssertion]
    public static void ReportIfAny(Judgement judgement, string expected, string kind, object? subject, string because, object[] becauseArgs)
    {
        if (judgement.Failure is not { } found)
        {
            return;
        }

        // If the caller has a scope, this scope passes its failures to it. Otherwise this scope throws at its end.
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
