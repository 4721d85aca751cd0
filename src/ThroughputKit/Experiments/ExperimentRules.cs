using ThroughputKit.Reporting;

namespace ThroughputKit.Experiments;

/// <summary>Validates the settings of an experiment.</summary>
internal static class ExperimentRules
{
    private const int MaxRounds = 10_000;

    /// <param name="names">The names of the variants.</param>
    /// <param name="reference">The name of the reference, if one was chosen.</param>
    /// <param name="rounds">The number of rounds.</param>
    /// <param name="ofVariants">The problems of the variants themselves.</param>
    public static void ThrowIfWrong(IReadOnlyList<string> names, string? reference, int rounds, IEnumerable<Problem> ofVariants) =>
        LoadTestException.ThrowIfAny([.. CheckNames(names), .. Check(names, reference, rounds), .. ofVariants]);

    /// <param name="gates">The gates of a variant's load test, if it has any.</param>
    public static IEnumerable<Problem> CheckGates(LoadGates? gates) => gates is null ? []
        : [new Problem("It has gates", "a load test without gates", "An experiment compares and judges nothing. Leave Within out.")];

    private static IEnumerable<Problem> CheckNames(IReadOnlyList<string> names)
    {
        for (var i = 0; i < names.Count; i++)
        {
            if (string.IsNullOrWhiteSpace(names[i]))
            {
                yield return new Problem(
                    $"Variant {i + 1} is named '{DisplayName.Show(names[i])}'", "a name that is not blank", "The table shows each variant by its name.");
            }
            else if (!DisplayName.IsOneLine(names[i]))
            {
                yield return new Problem(
                    $"Variant {i + 1} is named '{DisplayName.Show(names[i])}'", "a name without line breaks or other control characters",
                    "The name must fit into one row of the table.");
            }
        }

        foreach (var twice in names.Where(n => !string.IsNullOrWhiteSpace(n)).GroupBy(n => n, StringComparer.Ordinal).Where(g => g.Count() > 1))
        {
            yield return new Problem(
                $"Two variants are named '{DisplayName.Show(twice.Key)}'", "a different name for each variant", "They would share one row of the table.");
        }
    }

    private static IEnumerable<Problem> Check(IReadOnlyList<string> names, string? reference, int rounds)
    {
        if (names.Count < 2)
        {
            yield return new Problem($"The experiment has {Counted.Of(names.Count, "variant")}", "two or more", "Add the variants to compare.");
        }

        if (reference is not null && !names.Contains(reference, StringComparer.Ordinal))
        {
            yield return new Problem(
                $"The reference is '{DisplayName.Show(reference)}'",
                $"the name of a variant: {string.Join(", ", names.Select(DisplayName.Show))}",
                "Is it misspelt?");
        }

        if (rounds is < 1 or > MaxRounds)
        {
            yield return new Problem($"The experiment has {Counted.Of(rounds, "round")}", "1 to 10,000", "Six or more give stable medians.");
        }
    }
}
