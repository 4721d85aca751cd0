using System.Runtime.CompilerServices;

namespace ThroughputKit.Judging;

/// <summary>Reports a failed assertion to the assertion library.</summary>
internal static class Failure
{
    // The texts that are below the failures of a scope, which can't be read from it.
    private static readonly ConditionalWeakTable<AssertionScope, List<string>> _shown = [];

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

        var shown = _shown.GetOrCreateValue(AssertionScope.Current);
        var text = $"{subject}";
        var number = shown.IndexOf(text) is var index && index >= 0 ? index : shown.Count;

        // If the caller has a scope, this scope passes its failures to it. Otherwise this scope throws at its end.
        using (var scope = new AssertionScope())
        {
            if (subject is not null)
            {
                scope.AddReportable(number == 0 ? kind : FormattableString.Invariant($"{kind} {number + 1}"), text);
            }

            var begin = judgement.IsInconclusive ? "Inconclusive: expected" : "Expected";
            Begin().BecauseOf(because, becauseArgs)
                .FailWith($"{begin} {{context:{kind}}} to {Escape(expected)}{{reason}}, but {Escape(found.TrimEnd('.'))}.");
        }

        if (subject is not null && number == shown.Count)
        {
            shown.Add(text);
        }
    }

#if AwesomeAssertions
    private static AssertionChain Begin() => AssertionChain.GetOrCreate();
#else
    private static AssertionScope Begin() => Execute.Assertion;
#endif

    private static string Escape(string text) => text.Replace("{", "{{", StringComparison.Ordinal).Replace("}", "}}", StringComparison.Ordinal);
}
