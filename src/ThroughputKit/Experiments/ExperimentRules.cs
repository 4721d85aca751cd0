using ThroughputKit.Planning;
using static System.FormattableString;

namespace ThroughputKit.Experiments;

/// <summary>Validates the settings of an experiment.</summary>
internal static class ExperimentRules
{
    private const int MaxRounds = 1_000;
    private const double MinPercent = 0.1;
    private const double MaxPercent = 50;

    private static readonly TimeSpan _shortest = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan _longest = TimeSpan.FromHours(1);

    public static void ThrowIfWrong(ExperimentPlan plan) => LoadTestException.ThrowIfAny([.. Check(plan)]);

    /// <param name="plan">The experiment.</param>
    /// <param name="descriptors">The descriptors of this process, if they are known already.</param>
    public static IEnumerable<Problem> Check(ExperimentPlan plan, Descriptors? descriptors = null)
    {
        string[] names = [.. plan.Variants.Select(v => v.Name)];
        return
        [
            .. SetTwice.Check(plan.Set),
            .. CheckNames(names),
            .. Check(names, plan.Reference, plan.Rounds),
            .. CheckSlices(plan),
            .. plan.Variants.SelectMany(v => v.Problems(isAlone: !plan.IsSliced)),
            .. plan.IsSliced && names.Length > 1 ? CheckDescriptors(plan, descriptors) : [],
        ];
    }

    /// <param name="test">The load test of a variant.</param>
    /// <param name="isSliced">Whether the variants are measured in slices.</param>
    public static IEnumerable<Problem> CheckTest(LoadPlan test, bool isSliced) =>
    [
        .. Problem.If(
            test.Gates is not null, "It has gates", "a load test without gates", "An experiment compares and judges nothing. Leave Within out."),
        .. DataRules.CheckOrder(test, "in an experiment"),
        .. Problem.If(
            isSliced && test.Options.Duration is not null,
            Invariant($"It sets a Duration of {test.Options.Duration?.TotalSeconds:#,0.###} s"),
            "a load test without a duration, or InRounds",
            "The variants take turns in short slices. Limit the time of all together with .MeasureFor(...) of the experiment. "
                + "To unset a duration that a helper sets, set o.Duration to null."),
    ];

    private static IEnumerable<Problem> CheckDescriptors(ExperimentPlan plan, Descriptors? descriptors) =>
        PlanRules.CheckDescriptors(LoadPlan.InTurns([.. plan.Variants.Select(v => v.Plan!)]), descriptors)
            .Select(p => p with { Cause = $"InRounds() loads one variant at a time. {p.Cause}" });

    private static IEnumerable<Problem> CheckSlices(ExperimentPlan plan)
    {
        var whole = string.Join(", ", plan.Variants.Where(v => v.WhyWhole is not null).Select(v => $"'{DisplayName.Show(v.Name)}' {v.WhyWhole}"));
        var ofSlices = string.Join(" and ", new[] { (plan.MeasureFor is null, "MeasureFor"), (plan.WithinPercent is null, "UntilWithin") }
            .Where(s => !s.Item1).Select(s => s.Item2));
        return
        [
            .. Problem.If(
                plan.MeasureFor < _shortest || plan.MeasureFor > _longest,
                Invariant($"MeasureFor is {plan.MeasureFor?.TotalSeconds:#,0.###} s"), "1 s to 1 h",
                "It is the time in which slices of all variants are measured."),
            .. Problem.If(
                plan.WithinPercent is not (null or (>= MinPercent and <= MaxPercent)),
                $"UntilWithin is {Readable.Limit(plan.WithinPercent ?? 0, "#,0.###")}", "0.1 to 50",
                "It is the distance of the ends of an interval from its ratio, in percent of the ratio."),
            .. Problem.If(
                plan.Rounds is null && whole.Length > 0,
                $"The variants are to be measured in short slices, which take turns, but {whole}",
                "load tests without a rate, a number of requests, users that come and go or a scenario; or InRounds()",
                "Add .InRounds(): each round then runs every variant once, with its own start and warm-up, which takes longer."),
            .. Problem.If(
                plan.Rounds is not null && ofSlices.Length > 0,
                $"InRounds is set, and so is {ofSlices}", "InRounds for whole runs, or MeasureFor and UntilWithin for short slices", "Leave one of them out."),
        ];
    }

    private static IEnumerable<Problem> CheckNames(string[] names)
    {
        var twice = names.Where(n => !string.IsNullOrWhiteSpace(n)).GroupBy(n => n, StringComparer.Ordinal).Where(g => g.Count() > 1);
        return
        [
            .. names.SelectMany((name, i) => CheckName(name, $"Variant {i + 1} is named '{DisplayName.Show(name)}'")),
            .. twice.Select(g => new Problem(
                $"Two variants are named '{DisplayName.Show(g.Key)}'", "a different name for each variant", "They would share one row of the table.")),
        ];
    }

    private static IEnumerable<Problem> CheckName(string name, string found) => string.IsNullOrWhiteSpace(name)
        ? [new Problem(found, "a name that is not blank", "The table shows each variant by its name.")]
        : Problem.If(
            !DisplayName.IsOneLine(name), found, "a name without line breaks or other control characters", "The name must fit into one row of the table.");

    private static IEnumerable<Problem> Check(string[] names, string? reference, int? rounds) =>
    [
        .. Problem.If(
            names.Length < 2, $"The experiment has {Counted.Of(names.Length, "variant")}", "two or more", "Add the variants to compare."),
        .. Problem.If(
            reference is not null && !names.Contains(reference, StringComparer.Ordinal),
            $"The reference is '{DisplayName.Show(reference ?? "")}'",
            $"the name of a variant: {string.Join(", ", names.Select(DisplayName.Show))}",
            "Is it misspelt?"),
        .. Problem.If(
            rounds is < 1 or > MaxRounds, $"The experiment has {Counted.Of(rounds ?? 0, "round")}", "1 to 1,000", "An interval needs six or more."),
    ];
}
