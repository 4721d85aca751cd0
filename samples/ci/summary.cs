// Summarizes the results that throughput tests have left in artifacts/throughput beside their projects, in a table with the worst first: for the
// page of the run, in the file that GITHUB_STEP_SUMMARY names, or in the console if there is none. Tests leave a result each with
// THROUGHPUTKIT_REPORTS=html,json, otherwise only those that failed or are inconclusive. It needs no project: dotnet run summary.cs
#:package ThroughputKit@*
#:property PublishAot=false
using System.Globalization;
using System.Runtime.InteropServices;
using System.Text.Json;
using ThroughputKit;

var folder = args is [var named] ? named : ".";
string[] files =
[
    .. new[] { "result.json", "comparison.json" }
        .SelectMany(name => Directory.EnumerateFiles(folder, name, new EnumerationOptions { RecurseSubdirectories = true, IgnoreInaccessible = true }))
        .Where(file => Path.GetFullPath(file).Split(Path.DirectorySeparatorChar) is [.., "artifacts", "throughput", _, _])
        .Order(StringComparer.Ordinal),
];
if (files.Length == 0)
{
    await Console.Error.WriteLineAsync($"There is no result below '{Path.GetFullPath(folder)}'. Were the tests run with THROUGHPUTKIT_REPORTS=html,json?");
    return 1;
}

Row[] rows = [.. (await Task.WhenAll(files.Select(ReadAsync))).OrderBy(r => r.Rank)];
string[] table =
[
    $"### Throughput on {RuntimeInformation.OSDescription}",
    "",
    "| Test | Result | RPS | Allocated bytes per request | Gates |",
    "| --- | --- | ---: | ---: | --- |",
    .. rows.Select(r => $"| {Cell(r.Test)} | {r.Verdict} | {Figure(r.Rps, "N0")} | {Figure(r.Bytes, "N1")} | {Cell(r.Gates)} |"),
    "",
];
if (Environment.GetEnvironmentVariable("GITHUB_STEP_SUMMARY") is { Length: > 0 } summary)
{
    await File.AppendAllLinesAsync(summary, table);
}
else
{
    Console.WriteLine(string.Join(Environment.NewLine, table));
}

return 0;

static async Task<Row> ReadAsync(string file)
{
    var test = Path.GetFileName(Path.GetDirectoryName(Path.GetFullPath(file))!);
    var json = await File.ReadAllTextAsync(file);
    try
    {
        using var document = JsonDocument.Parse(json);
        if (document.RootElement.TryGetProperty("comparison", out _))
        {
            var comparison = LoadComparisonResult.FromJson(json);
            return Describe(Path.GetFileName(file) == "comparison.json" ? $"{test} (compared)" : test, comparison.Verdict, comparison.Candidate, comparison.Gates);
        }

        var result = LoadResult.FromJson(json);
        return Describe(test, result.Verdict, result, result.Gates);
    }
    catch (Exception e) when (e is FormatException or JsonException)
    {
        return new Row(0, test, "unreadable", null, null, e.Message);
    }
}

// Of gates that did not pass, their text says why. What was compared is named by its candidate.
static Row Describe(string test, GateVerdict? verdict, LoadResult result, IReadOnlyList<GateOutcome> gates) => new(
    verdict switch { GateVerdict.Failed => 1, GateVerdict.Inconclusive => 2, _ => 3 },
    test,
    verdict switch { GateVerdict.Failed => "FAILED", GateVerdict.Inconclusive => "inconclusive", _ => "passed" },
    result.Rps,
    result.Memory.Allocation?.BytesPerRequest ?? result.Memory.AllocatedBytesPerRequest,
    string.Join("; ", gates.Where(g => g.Verdict != GateVerdict.Passed)));

static string Cell(string text)
{
    var line = string.Join(' ', text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
    line = line.Length > 500 ? $"{line[..500]}…" : line;
    return string.Concat(line.Select(c => @"\`*_[]<>#|~".Contains(c, StringComparison.Ordinal) ? $"\\{c}" : $"{c}"));
}

static string Figure(double? value, string format) => value?.ToString(format, CultureInfo.InvariantCulture) ?? "";

internal sealed record Row(int Rank, string Test, string Verdict, double? Rps, double? Bytes, string Gates);
