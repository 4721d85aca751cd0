using System.Globalization;
using System.Text.RegularExpressions;
using ThroughputKit.Baselines;
using ThroughputKit.Testing;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Testing;

/// <summary>Baselines of tests that run in full.</summary>
public sealed class GatedTestBaselineTests : GatedTestBase
{
    public GatedTestBaselineTests() => File.WriteAllText(_folder.File("Gates.cs"), "");

    [Theory]
    [InlineData(null, "The baseline file ")]
    [InlineData("", "The baseline file ")]
    [InlineData("{\"kind\": \"ThroughputKit baseline\", \"schema\": 5}", "The schema of the baseline file ")]
    public async Task An_invalid_baseline_is_reported_before_anything_runs(string? text, string expected)
    {
        if (text is not null)
        {
            await File.WriteAllTextAsync(_folder.File("hello.json"), text);
        }

        var exception = await Assert.ThrowsAsync<LoadTestException>(() => RunAsync(nameof(Methods.ReturnsTest), Baselined()));

        Assert.StartsWith(expected, Assert.Single(exception.Problems), StringComparison.Ordinal);
        Assert.Empty(_output);
    }

    [Fact]
    public async Task A_scenario_is_refused_before_it_runs_to_be_approved()
    {
        _environment[Approval.Variable] = "1";

        var exception = await Assert.ThrowsAsync<LoadTestException>(() => RunAsync(nameof(Methods.ReturnsScenario), Baselined()));

        Assert.StartsWith("A baseline is set for a scenario. Expected: a test of requests.", Assert.Single(exception.Problems), StringComparison.Ordinal);
    }

    [ReleaseFact]
    public async Task A_baseline_is_approved_and_then_judged()
    {
        _environment[Approval.Variable] = "1";
        var approved = await RunAsync(nameof(Methods.Takes), Baselined(), arguments: [5_000]);
        _environment.Remove(Approval.Variable);

        await RunAsync(nameof(Methods.Takes), Baselined(), arguments: [10_000]);
        var exception = await Assert.ThrowsAsync<LoadTestException>(() => RunAsync(nameof(Methods.ReturnsTest), Baselined(), arguments: null));

        Assert.Contains("- 'ThroughputKit.Tests.Testing.Methods.Takes': new: ", approved.Warning, StringComparison.Ordinal);
        Assert.Contains(_output, line => line.Contains("  Baseline    ", StringComparison.Ordinal));
        Assert.Contains("has no entry for 'ThroughputKit.Tests.Testing.Methods.ReturnsTest'", exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_baseline_leaves_out_background_allocation()
    {
        _environment["THROUGHPUTKIT_APPROVE"] = "1";
        await RunAsync(nameof(Methods.AllocatesInTheBackground), new() { Baseline = _folder.File("background.json") });

        Assert.Contains(_output, line => line.Contains("\n  Allocated   ", StringComparison.Ordinal));
        var bytes = double.Parse(Regex.Match(File.ReadAllText(_folder.File("background.json")), "\"allocatedBytesPerRequest\": ([0-9.]+)").Groups[1].Value, CultureInfo.InvariantCulture);
        var window = double.Parse(Regex.Match(string.Join('\n', _output), "Memory      ([0-9,.]+) B allocated per request").Groups[1].Value, CultureInfo.InvariantCulture);
        Assert.InRange(bytes, 100, window - 1); // 4 MB a second, of fewer than a million requests
    }

    private TestSettings Baselined() => new() { Baseline = "hello.json", SourceFile = _folder.File("Gates.cs"), BaselineTolerancePercent = 50 };
}
