using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;
using System.Xml.Linq;

namespace Gates;

/// <summary>One run of the sample's tests, in a process of its own.</summary>
internal static partial class SampleRun
{
    private static readonly XNamespace _trx = "http://microsoft.com/schemas/VisualStudio/TeamTest/2010";

    public static async Task<IReadOnlyList<TestRecord>> RunAsync(string folder, string filter)
    {
        var file = Path.GetFullPath(Path.Combine(folder, $"{Guid.NewGuid():N}.trx"));
        string[] arguments =
        [
            "test", "samples/HelloApi.ThroughputTests/bin/Release/net10.0/HelloApi.ThroughputTests.dll",
            "--logger", $"trx;LogFileName={file}", "--results-directory", folder,
            .. filter.Length > 0 ? ["--filter", filter] : Array.Empty<string>(),
        ];
        using var process = Process.Start(new ProcessStartInfo("dotnet", arguments) { RedirectStandardOutput = true, UseShellExecute = false })!;
        var output = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        TestRecord[] tests = File.Exists(file) ? [.. XDocument.Load(file).Descendants(_trx + "UnitTestResult").Select(Read).OrderBy(t => t.Begun)] : [];
        return tests.Length > 0 ? tests : throw new InvalidOperationException($"No test ran: {output}");
    }

    private static TestRecord Read(XElement test)
    {
        var output = (string?)test.Descendants(_trx + "StdOut").FirstOrDefault() ?? "";
        return new TestRecord(
            (string)test.Attribute("testName")!,
            (string?)test.Attribute("outcome") == "Passed",
            (DateTimeOffset)test.Attribute("startTime")!,
            TimeSpan.Parse((string)test.Attribute("duration")!, CultureInfo.InvariantCulture).TotalSeconds,
            Steps().Matches(Took().Match(output).Groups[1].Value).ToDictionary(m => m.Groups[1].Value, m => double.Parse(m.Groups[2].Value, CultureInfo.InvariantCulture)));
    }

    [GeneratedRegex("Took +[0-9.]+ s: (.*);", RegexOptions.NonBacktracking)]
    private static partial Regex Took();

    [GeneratedRegex("([a-z][a-z -]*[a-z]) ([0-9.]+)", RegexOptions.NonBacktracking)]
    private static partial Regex Steps();
}
