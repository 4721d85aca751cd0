using System.Globalization;

namespace ThroughputKit.Reporting;

/// <summary>Formats the result of an experiment as a table: as text, and as Markdown.</summary>
internal static class ExperimentTable
{
    private const string Unclear = "~";
    private const string Unknown = "-";
    private const string None = "0.0"; // of a count
    private const double Megabyte = 1_000_000;

    // The first of the columns that are left out if no variant has them.
    private const int FirstOptional = 4;

    private static readonly string[] _counts = ["Commands", "Calls", "Exceptions"];

    private static readonly string[] _headings =
    [
        "Variant", "RPS", "Ratio", "95% interval", "Mean ms", "p50 ms", "p99 ms", "Failed", "B/request", .. _counts, "CPU us", "Memory MB", "First ms",
    ];

    public static string Write(LoadExperimentResult result) =>
        string.Join(Environment.NewLine, [TextTable.Write(Rows(result), IsText), .. Notes(result)]);

    public static string WriteMarkdown(LoadExperimentResult result)
    {
        var table = MarkdownTable.Write([.. Rows(result).Select(r => Array.ConvertAll(r, c => Visible.Line(c, int.MaxValue)))], IsText);
        var notes = Notes(result);
        return notes.Count == 0 ? table : string.Join(Environment.NewLine, [table, "", .. notes.Select(n => MarkdownTable.Item(n))]);
    }

    /// <summary>Returns whether a column of the rows holds words.</summary>
    public static bool IsText(int column) => column == 0;

    /// <summary>Returns the rows of the table, headings first.</summary>
    public static string[][] Rows(LoadExperimentResult result)
    {
        var reference = result[result.Reference];
        string[][] rows = [_headings, .. result.Variants.Select(v => Row(v, reference))];
        int[] shown = [.. Enumerable.Range(0, _headings.Length).Where(c => c < FirstOptional || rows.Skip(1).Any(r => IsKnown(r[c], _headings[c])))];
        return [.. rows.Select(r => shown.Select(c => r[c]).ToArray())];
    }

    /// <summary>Returns the notes below the table, findings last.</summary>
    public static List<string> Notes(LoadExperimentResult result) => [.. Remarks(result), .. Findings(result)];

    /// <summary>Returns the notes on ratios and failures.</summary>
    public static List<string> Remarks(LoadExperimentResult result)
    {
        List<string> lines = [];
        if (result.Variants.Any(v => IsUnclear(v, result[result.Reference])))
        {
            lines.Add($"{Unclear} The interval contains 1: no difference was shown.");
        }

        if (result[result.Reference] is { Ratio: null } reference)
        {
            var why = WhyNoEvidence(reference) is { } missing ? $"of the reference '{reference.Name}': {missing}"
                : $"requests of the reference '{reference.Name}' failed, or it had 0 RPS";
            lines.Add($"Ratios are not available because {why}.");
        }
        else
        {
            lines.AddRange(
                from variant in result.Variants
                where variant.Ratio is null && WhyNoEvidence(variant) is not null
                select $"No ratio for {variant.Name}: {WhyNoEvidence(variant)}.");
            if (Names(result, v => v.Ratio is null && WhyNoEvidence(v) is null) is { Length: > 0 } without)
            {
                lines.Add($"No ratio for {without}: requests failed, or too little was measured (then set a longer MeasureFor).");
            }
        }

        foreach (var variant in result.Variants)
        {
            if (variant.Samples.Select(s => s.FirstFailure).FirstOrDefault(f => f is not null) is { } first)
            {
                lines.Add($"The first failure of {variant.Name}: {first.Kind}, {first.Request}: {first.Detail}");
            }
        }

        if (result.WithinPercent is { } percent)
        {
            var wide = result.Variants.Where(v => v.Ratio?.IsWithin(percent) == false).ToLookup(v => v.IsTooWideByApps, v => v.Name);
            lines.AddRange(TooWide([.. wide[false]], percent, "Set a longer MeasureFor, or use a quieter machine."));
            lines.AddRange(TooWide([.. wide[true]], percent, "Two instances of identical code may differ by as much, so only more instances make it narrower: "
                + "a longer MeasureFor starts them if the kit starts the apps."));
        }

        return lines;
    }

    /// <summary>Returns whether a variant was steady; no interval covers what its warm-up left unfinished.</summary>
    public static bool IsSteady(VariantFigures v) => v.Findings.All(f => f.Name != FindingNames.NotSteady);

    // A finding that all variants share is reported once.
    private static IEnumerable<string> Findings(LoadExperimentResult result) =>
        result.Variants.SelectMany(v => v.Findings.Select(f => (v.Name, Text: $"{Rounds(v, f)}: {f}")))
            .GroupBy(l => l.Text, StringComparer.Ordinal)
            .Select(g => $"{(g.Count() == result.Variants.Count ? "Every variant" : string.Join("; ", g.Select(l => l.Name)))}{g.Key}");

    private static string[] TooWide(string[] names, double percent, string remedy)
    {
        var whose = names.Length < 2 ? "The interval of" : $"The intervals of {string.Join(", ", names[..^1])} and";
        return names.Length == 0 ? [] : [string.Create(
            CultureInfo.InvariantCulture, $"{whose} {names[^1]} {(names.Length == 1 ? "is" : "are")} wider than +-{percent:0.###}%. {remedy}")];
    }

    private static string Names(LoadExperimentResult result, Func<VariantFigures, bool> which) =>
        string.Join(", ", result.Variants.Where(which).Select(v => v.Name));

    // A problem of the app occurs in every round; a problem of the machine occurs in some. Slices are not told apart.
    private static string Rounds(VariantFigures v, Finding finding)
    {
        var rounds = v.Samples.Count(s => s.Findings.Any(f => f.Name == finding.Name));
        return v.Samples.Count == 1 ? "" : string.Create(CultureInfo.InvariantCulture, $", in {rounds:N0} of {v.Samples.Count:N0} rounds");
    }

    // Failed requests say more.
    private static string? WhyNoEvidence(VariantFigures v) =>
        v.Failed > 0 ? null : v.Samples.Select(s => s.WhyNoEvidence).FirstOrDefault(w => w is not null);

    // No interval covers what the warm-up left unfinished.
    private static bool AreSteady(VariantFigures v, VariantFigures reference) => IsSteady(v) && IsSteady(reference);

    private static string[] Row(VariantFigures v, VariantFigures reference) =>
    [
        v.Name,
        Readable.Rate(v.Rps),
        Show(v.Ratio?.Value, "0.000") + (IsUnclear(v, reference) ? Unclear : ""),
        v == reference || v.Ratio is not { HasInterval: true } ratio
            ? Unknown
            : !AreSteady(v, reference) ? "not steady" : string.Create(CultureInfo.InvariantCulture, $"{ratio.Low:0.000} to {ratio.High:0.000}"),
        Show(v.Mean?.TotalMilliseconds, "#,0.00"),
        Show(v.P50?.TotalMilliseconds, "#,0.00"),
        Show(v.P99?.TotalMilliseconds, "#,0.00"),
        v.Failed.ToString("N0", CultureInfo.InvariantCulture),
        Show(v.AllocatedBytesPerRequest, "N1"),
        Counted(v.DatabaseCommandsPerRequest),
        Counted(v.HttpRequestsPerRequest),
        Counted(v.ExceptionsPerRequest),
        Show(v.CpuTimePerRequest?.TotalMicroseconds, "0.0"),
        Show(v.WorkingSetPeak / Megabyte, "N0"),
        Show(v.FirstResponse?.TotalMilliseconds, "#,0.0"),
    ];

    private static bool IsUnclear(VariantFigures v, VariantFigures reference) =>
        v.Ratio is { HasInterval: true, IsDistinct: false } && v != reference && AreSteady(v, reference);

    // A count that is zero for all says nothing.
    private static bool IsKnown(string cell, string heading) => cell != Unknown && (cell != None || !_counts.Contains(heading));

    private static string Counted(double? count) => count is { } known ? CountText.Show(known) : Unknown;

    private static string Show(double? value, string format) => value?.ToString(format, CultureInfo.InvariantCulture) ?? Unknown;
}
