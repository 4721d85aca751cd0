using ThroughputKit.Requests.Data;
using static System.FormattableString;

namespace ThroughputKit.Planning;

/// <summary>Checks the data of a test, and the placeholders of its requests.</summary>
internal static class DataRules
{
    public static IEnumerable<Problem> Check(LoadPlan plan)
    {
        if (plan.Data is not { } data)
        {
            return [];
        }

        Problem[] wrong = [.. data.Problems];
        return
        [
            .. SetTwice.Check(data.Set),
            .. wrong.Length > 0 ? wrong : [.. CheckColumns(data), .. CheckPlaceholders(plan, data), .. CheckEachOnce(plan, data)],
        ];
    }

    /// <summary>Refuses rows that are taken once, for a load that begins with the first row again and again, or doesn't end with the last.</summary>
    /// <param name="plan">The plan.</param>
    /// <param name="where">Where it is to be used, such as "in a comparison".</param>
    public static IEnumerable<Problem> CheckOrder(LoadPlan plan, string where) => Problem.If(
        plan.TakesRowsOnce,
        $"EachOnce is set for data {where}",
        "a test that is run by itself: not in a comparison, an experiment or a search",
        "The data would run out. Take the rows in turn: leave EachOnce out.");

    private static IEnumerable<Problem> CheckColumns(LoadData data)
    {
        var names = data.Columns.Select(c => c.Name).Where(n => !string.IsNullOrWhiteSpace(n));
        return
        [
            .. Problem.If(
                data.Columns.Count == 0,
                "The data has no column", "one column or more", "Add one, for example with WithCounter, or leave WithData out."),
            .. data.Columns.Index().Where(c => string.IsNullOrWhiteSpace(c.Item.Name)).Take(1).Select(c => new Problem(
                Invariant($"Column {c.Index + 1:N0} of the data has an empty name"), "a name for each column",
                "Does the first line of a file end in a comma? Leave out empty columns.")),
            .. names.GroupBy(n => n, StringComparer.Ordinal).Where(g => g.Count() > 1).Select(g => new Problem(
                $"The data has two columns '{g.Key}'", "a name of its own for each column", "Rename one of them.")),
        ];
    }

    private static IEnumerable<Problem> CheckPlaceholders(LoadPlan plan, LoadData data)
    {
        var named = data.Columns.Where(c => !string.IsNullOrWhiteSpace(c.Name));
        var columns = named.DistinctBy(c => c.Name, StringComparer.Ordinal).ToDictionary(c => c.Name, StringComparer.Ordinal);
        var all = plan.Requests.Select(r => r.WithDefaultHeaders(plan.Headers)).SelectMany(r => RequestPieces.Placeholders(r, columns.ContainsKey)).ToArray();
        var unknown = all.Where(p => !columns.ContainsKey(p.Name) && !plan.Kind.HasPasses).Select(p => (p.Name, p.Where)).Distinct();
        return
        [
            .. unknown.Select(p => new Problem(
                $"There is no column '{p.Name}' for {p.Where}",
                $"a column of the data: {string.Join(", ", columns.Keys)}",
                (data.RowColumns is [var only] ? Csv.WrongSeparator(only) : null)
                    ?? (columns.Keys.FirstOrDefault(c => c.Trim() == p.Name) is { } spaced
                        ? $"There is a column '{spaced}'. Leave out the space beside the comma, in each line."
                        : "Is it misspelt? For a brace that is meant as it is, write two: {{."))),
            .. Problem.If(
                !all.Any(p => columns.ContainsKey(p.Name) || !plan.Kind.HasPasses)
                    && plan.Requests.Count > 0 && columns.Count > 0 && !PlaceholderRules.Check(plan).Any(),
                "The test has data, but no request uses it",
                $"a placeholder in a path, a header value or a body: {string.Join(", ", columns.Keys.Select(n => $"{{{n}}}"))}",
                "Add one, or leave WithData out."),

            // Each value once for each kind of place, however many requests have it there.
            .. all.Where(p => columns.ContainsKey(p.Name)).DistinctBy(p => (p.Name, p.Place))
                .Select(p => columns[p.Name].Check(p.Place, p.Where)).OfType<Problem>(),
        ];
    }

    private static IEnumerable<Problem> CheckEachOnce(LoadPlan plan, LoadData data)
    {
        if (!plan.TakesRowsOnce || data.RowCount == 0)
        {
            return Problem.If(
                plan.TakesRowsOnce, "EachOnce is set for data without rows", "rows to take once", "Leave it out: computed columns don't run out.");
        }

        var columns = data.RowColumns.ToHashSet(StringComparer.Ordinal);
        return
        [
            .. CheckTime(plan, data),
            .. Problem.If(
                plan.NamedChains.Count > 1,
                $"Each row is taken once, and the test has {plan.NamedChains.Count} chains", "one chain",
                "Each has its own number of requests for a row. Test one by itself, or take the rows in turn: leave EachOnce out."),
            .. Problem.If(
                plan.Options.Duration is not null,
                "Each row is taken once, and Duration is set", "no duration", "The run ends with the last row. To limit its time, set MaxDuration."),
            .. plan.Kind.HasPasses ? CheckPasses(plan, data) : Problem.If(
                plan.Options.Requests > data.RowCount,
                Invariant($"Each row is taken once, and Requests is {plan.Options.Requests:N0}"),
                Invariant($"at most the number of rows: {data.RowCount:N0}"),
                "The data would run out. Give more rows, or take them in turn: leave EachOnce out."),
            .. Problem.If(
                plan.Options.IsWarmUpSet,
                "Each row is taken once, and WarmUp is set",
                "no warm-up",
                "It would use up rows. Leave WarmUp out, or take the rows in turn: leave EachOnce out."),
            .. plan.Kind.HasPasses
                ? Problem.If(
                    plan.Requests.Count > 0 && !plan.Requests.Any(r => UsesAny(r.WithDefaultHeaders(plan.Headers), columns)),
                    "Each row is taken once, by a pass of the chain, and no request uses their columns", "a placeholder of a row in a request",
                    "The rows would be used up for nothing. Leave EachOnce out.")
                : plan.Requests.Where(r => r.Weight > 0 && !UsesAny(r.WithDefaultHeaders(plan.Headers), columns)).Select(request => new Problem(
                    $"Each row is taken once, and {request.Name} uses none of their columns", "a placeholder of a row in each request",
                    "It would use up rows. Send it in a test of its own.")),
        ];
    }

    private static IEnumerable<Problem> CheckPasses(LoadPlan plan, LoadData data) => Problem.If(
        plan.Options.Requests is { } requests && plan.Requests is { Count: > 0 and var each } && (requests % each != 0 || requests / each > data.RowCount),
        Invariant($"Each row is taken once, by a pass of {Counted.Of(plan.Requests.Count, "request")}, and Requests is {plan.Options.Requests:N0}"),
        Invariant($"a multiple of {plan.Requests.Count:N0}, at most {(long)plan.Requests.Count * data.RowCount:N0}"),
        "Leave Requests out: the run ends with the last row.");

    private static IEnumerable<Problem> CheckTime(LoadPlan plan, LoadData data) => Problem.If(
        plan.Rate is { } rate && !RateRules.Check(plan).Any() && rate.Until(data.RowCount).Duration > plan.Options.MaxDuration,
        Invariant($"Each row is taken once, and at the rate {Counted.Of(data.RowCount, "row")} last for more than MaxDuration")
            + Invariant($" ({plan.Options.MaxDuration.TotalSeconds:#,0.#######} s)"),
        "a rate, or a number of rows, that ends by then",
        "Raise MaxDuration or the rate, give fewer rows, or end the rate earlier with a length of its own.");

    private static bool UsesAny(LoadRequest request, HashSet<string> columns) =>
        RequestPieces.Placeholders(request, columns.Contains).Any(p => columns.Contains(p.Name));
}
