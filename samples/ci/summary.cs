// Summarizes the throughput tests in the TRX files of a folder: a table for the page of the run, in the file that
// GITHUB_STEP_SUMMARY names (in the console if there is none), and results.json in the folder. It needs no project:
// dotnet run summary.cs -- results
#:property PublishAot=false
using System.Globalization;
using System.Runtime.InteropServices;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using System.Xml.Linq;

var folder = args is [var named] ? named : "results";
string[] files = [.. Directory.EnumerateFiles(folder, "*.trx", SearchOption.AllDirectories).Order(StringComparer.Ordinal)];
if (files.Length == 0)
{
    await Console.Error.WriteLineAsync($"There is no TRX file in '{folder}'. Were the tests run with --logger trx --results-directory {folder}?");
    return 1;
}

JsonObject[] tests = [.. files.SelectMany(f => XDocument.Load(f).Descendants()).Where(e => e.Name.LocalName == "UnitTestResult").Select(Read)];
await File.WriteAllTextAsync(Path.Combine(folder, "results.json"), new JsonArray([.. tests]).ToJsonString(new() { WriteIndented = true }));

string[] table =
[
    $"### Throughput on {RuntimeInformation.OSDescription}",
    "",
    "| Test | Result | RPS | Allocated bytes per request |",
    "| --- | --- | ---: | ---: |",
    .. tests.Select(t => $"| {Text(t, "test").Replace("|", "\\|", StringComparison.Ordinal)} | {Text(t, "result")} | {Figure(t, "rps", "N0")} | {Figure(t, "allocatedBytesPerRequest", "N1")} |"),
    "",
    .. tests.Where(t => Text(t, "message").Length > 0).SelectMany(t => new[] { $"**{Text(t, "result")}: {Text(t, "test")}**", "", "```", Text(t, "message"), "```", "" }),
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

// The figures of a test are in its output, or in the message of its failure. For a test with several runs, the last run counts.
static JsonObject Read(XElement result)
{
    var message = Part(result, "Message");
    var everything = $"{message}\n{Part(result, "StdOut")}";
    var doubt = Regex.Match(everything, "Inconclusive: .*");
    var outcome = (string?)result.Attribute("outcome") switch
    {
        "Passed" => doubt.Success ? "inconclusive" : "passed",
        "NotExecuted" => "skipped",
        _ => "FAILED",
    };
    return new JsonObject
    {
        ["test"] = (string?)result.Attribute("testName"),
        ["result"] = outcome,
        ["seconds"] = TimeSpan.TryParse((string?)result.Attribute("duration"), CultureInfo.InvariantCulture, out var duration) ? duration.TotalSeconds : null,
        ["rps"] = Last(everything, @"^ *RPS +([\d,.]+) \("),
        ["allocatedBytesPerRequest"] = Last(everything, @"^ *(?:Memory|Allocated) +([\d,.]+) B "),
        ["message"] = outcome == "inconclusive" ? doubt.Value.Trim() : message,
    };
}

static string Part(XElement result, string name) =>
    string.Join('\n', result.Descendants().Where(e => e.Name.LocalName == name).Select(e => e.Value)).Trim();

static double? Last(string text, string figure) => Regex.Matches(text, figure, RegexOptions.Multiline) is [.., var last]
    ? double.Parse(last.Groups[1].Value, NumberStyles.Number, CultureInfo.InvariantCulture)
    : null;

static string Text(JsonObject test, string name) => (string?)test[name] ?? "";

static string Figure(JsonObject test, string name, string format) => ((double?)test[name])?.ToString(format, CultureInfo.InvariantCulture) ?? "";
