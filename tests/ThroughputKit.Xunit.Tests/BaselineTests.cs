using System.Text.RegularExpressions;
using ThroughputKit.Tests.Attributes.Support;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Attributes;

/// <summary>Baselines as a user sees them: missing, approved, judged, and of other settings.</summary>
public sealed class BaselineTests : IDisposable
{
    private const string Fact = "FullyQualifiedName~Baselined.Fact";
#if XUNIT_V3
    private const string All = $"{Fact}|FullyQualifiedName~Baselined.Rows"; // for the sake of the time that all tests take
#else
    private const string All = $"{Fact}|FullyQualifiedName~Baselined.Rows|FullyQualifiedName~Baselined.Runs_two";
#endif

    private static readonly string[] _names =
    [
        "Fact", "Rows(path: \"/status/201\")", "Rows(path: \"/text\")",
#if !XUNIT_V3
        "Runs_two",
#endif
    ];

    private readonly TemporaryFolder _folder = new();
    private readonly string _tests;

    public BaselineTests()
    {
        _tests = Directory.CreateDirectory(_folder.File("tests")).FullName;
        foreach (var file in Directory.GetFiles(Path.GetDirectoryName(SpecimenRun.Assembly())!))
        {
            File.Copy(file, Path.Combine(_tests, Path.GetFileName(file)));
        }

        Directory.CreateDirectory(_folder.File("Specimens"));
    }

    private string Baseline => Path.Combine(_folder.File("Specimens"), "baselined.json");

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("Beside_its_source", "The baseline file no-such-file.json is missing. Allowed: a file that was approved and committed. To make it from what is measured now, run the test with THROUGHPUTKIT_APPROVE=1. Looked for: ")]
    [InlineData("Without_a_file", "A tolerance for a baseline is set on Without_a_file, and no Baseline. Allowed: both or neither.")]
    public async Task A_test_without_its_file_fails(string name, string problem)
    {
        var test = (await AllSpecimens.RunAsync())[$"Baselined.{name}"];

        Assert.Equal("Failed", test.Outcome);
        Assert.StartsWith($"ThroughputKit.LoadTestException : The load test could not be run. {problem}", test.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_file_is_looked_for_beside_the_source() =>
        Assert.Contains(Path.Combine("tests", "XunitSpecimens", "no-such-file.json"), (await AllSpecimens.RunAsync())["Baselined.Beside_its_source"].Message, StringComparison.Ordinal);

    [ReleaseFact]
    public async Task A_file_is_approved_and_then_judged()
    {
        var onServer = await RunAsync(Fact, ("THROUGHPUTKIT_APPROVE", "1"), ("CI", "true"));
        Assert.Equal("Failed", onServer["Baselined.Fact"].Outcome);
        Assert.False(File.Exists(Baseline));

        var approved = await RunAsync(All, ("THROUGHPUTKIT_APPROVE", "1"));
        Assert.All(_names, name => Pattern.IsIn($"Approved in {Baseline}:\n- 'XunitSpecimens.Baselined.{name}': new: # B allocated a request, # B received a response, # B sent a request, ", approved[$"Baselined.{name}"].Output));

        var judged = await RunAsync(All);
        Assert.All(_names, name => Assert.Equal("Passed", judged[$"Baselined.{name}"].Outcome));
        Pattern.IsIn("\n  Baseline    # B allocated a request (at most #), # B received a response (# to #), ", judged["Baselined.Fact"].Output);
        Pattern.IsIn("\n  Baseline    # RPS (# approved, #%), # ms p50 (# approved, #%), # ms p99 (# approved, #%); timing is not judged\n", judged["Baselined.Fact"].Output);

        Edit("(?<=\"allocatedBytesPerRequest\": )[0-9.]+", "1");
        var beyond = await RunAsync(Fact);
        Assert.Equal("Failed", beyond["Baselined.Fact"].Outcome);
        var message = beyond["Baselined.Fact"].Message;
        Pattern.IsIn("ThroughputKit.LoadGateException : A gate failed:\n- Baseline: # B allocated a request, 1.0 approved, allowed at most 9.0: # (#%) above the limit. Windows: #", message);
        Pattern.IsIn(" Allocated types, sampled: System.", message);
        Pattern.IsIn($". The baseline is 'XunitSpecimens.Baselined.Fact' in {Baseline}; if the change is meant, run the test with THROUGHPUTKIT_APPROVE=1.\n\nGET /text: 2 connections", message);

        Edit("\"connections\": 2", "\"connections\": 3");
        Assert.StartsWith(
            "ThroughputKit.LoadTestException : The test could not be judged. Measured with other settings than the baseline 'XunitSpecimens.Baselined.Fact' in "
            + $"{Baseline}: the connections: 2. Allowed: 3, as it was approved.",
            (await RunAsync(Fact))["Baselined.Fact"].Message,
            StringComparison.Ordinal);
    }

    private void Edit(string pattern, string replacement) => File.WriteAllText(Baseline, Regex.Replace(File.ReadAllText(Baseline), pattern, replacement));

    private Task<SpecimenRun> RunAsync(string filter, params (string, string)[] environment) => SpecimenRun.RunAsync(
        filter,
        environment,
        Path.Combine(_tests, Path.GetFileName(SpecimenRun.Assembly())));
}
