using System.Globalization;

namespace ThroughputKit.Comparison;

/// <summary>Which experiments make sense.</summary>
internal static class ExperimentRules
{
    private const int MostRounds = 10_000;

    public static void ThrowIfWrong(IReadOnlyList<string> names, string? baseline, int rounds)
    {
        Problem[] problems = [.. Check(names, baseline, rounds)];
        if (problems.Length > 0)
        {
            throw new LoadTestException(problems);
        }
    }

    private static IEnumerable<Problem> Check(IReadOnlyList<string> names, string? baseline, int rounds)
    {
        if (names.Count < 2)
        {
            yield return new Problem(
                string.Create(CultureInfo.InvariantCulture, $"The experiment has {names.Count} variant{(names.Count == 1 ? "" : "s")}"), "two or more", "Add what is to be compared.");
        }

        foreach (var name in names.GroupBy(n => n, StringComparer.Ordinal).Where(g => g.Count() > 1).Select(g => g.Key))
        {
            yield return new Problem($"Two variants are named '{name}'", "a name of its own for each", "They would be one row of the table.");
        }

        if (baseline is not null && !names.Contains(baseline, StringComparer.Ordinal))
        {
            yield return new Problem($"The baseline is '{baseline}'", $"the name of a variant: {string.Join(", ", names)}", "Is it misspelt?");
        }

        if (rounds is < 1 or > MostRounds)
        {
            yield return new Problem(
                string.Create(CultureInfo.InvariantCulture, $"The experiment has {rounds} rounds"), "1 to 10,000", "Five or more let the medians settle.");
        }
    }
}
