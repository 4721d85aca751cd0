using System.Diagnostics;
using System.Text.Json.Nodes;
using ThroughputKit.Tests.Attributes.Support;

namespace ThroughputKit.Tests.Attributes;

/// <summary>The same package with the core of xunit 4: every test ends as it does with 3.</summary>
public class LaterXunitTests
{
    private static readonly string[] _classes = ["Passing", "FailingGates", "WrongShapes", "SharedHost", "Measuring", "OfXunitV3"];

    [ReleaseFact]
    public async Task Every_test_ends_as_it_does_with_xunit_3()
    {
        using var records = new Records();
        var expected = (await AllSpecimens.RunAsync()).Tests
            .Where(t => _classes.Any(c => t.Name.Contains($".{c}.", StringComparison.Ordinal)) || t.Name == "The page is served")
            .Select(t => (t.Name, Outcome: t.Outcome == "NotExecuted" ? "Skipped" : t.Outcome, Message: Message(t)));

        var actual = await RunAsync(records, _classes);

        Assert.Equal(
            expected.OrderBy(t => t.Name, StringComparer.Ordinal),
            actual.Select(t => (t.Name, t.Outcome, Message(t))));
    }

    [Fact]
    public async Task A_theory_without_data_fails()
    {
        using var records = new Records();

        var test = Assert.Single(await RunAsync(records, "WrongShapes"), t => t.Name == "XunitSpecimens.WrongShapes.No_data");

        Assert.Equal("Failed", test.Outcome);
        Assert.StartsWith("ThroughputKit.LoadTestException : The load test could not be run. No_data has no data.", test.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task No_other_test_of_the_assembly_runs_at_the_same_time()
    {
        using var records = new Records();

        await RunAsync(records, "Measuring", "Ordinary");

        Assert.Equal((2, 16), (records.Of("measuring").Count, records.Of("ordinary").Count));
        Assert.Equal(TimeSpan.Zero, records.Overlap("measuring", "ordinary") + records.Overlap("measuring"));
    }

    // Figures differ from run to run. The message about missing data is xunit 3's own.
    private static string Message(TestOutcome test) => test.Name.EndsWith(".No_data", StringComparison.Ordinal) ? "" : test.Message.Split('\n')[0].Trim();

    private static async Task<IReadOnlyList<TestOutcome>> RunAsync(Records records, params string[] classes)
    {
        var start = new ProcessStartInfo("dotnet", [SpecimenRun.Assembly("XunitV4Run"), .. classes]) { RedirectStandardOutput = true, UseShellExecute = false };
        foreach (var (name, value) in records.Environment.Prepend(("TF_BUILD", "")).Prepend(("CI", "")))
        {
            start.Environment[name] = value;
        }

        using var process = Process.Start(start)!;
        var lines = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        Assert.Equal(0, process.ExitCode);
        var outcomes = lines.Split('\n').Where(line => line.StartsWith('{')); // apps log to the same console
        return [.. outcomes.Select(line => JsonNode.Parse(line)!).Select(Outcome)];
    }

    private static TestOutcome Outcome(JsonNode line) => new((string)line["Name"]!, (string)line["Result"]!, (string)line["Message"]!, (string)line["Output"]!);
}
