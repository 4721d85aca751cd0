using ThroughputKit.Tests.Attributes.Support;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Attributes;

/// <summary>Baselines as a user sees them: missing, approved and judged.</summary>
[Collection(TestsOfAllSpecimens.Name)]
public sealed class BaselineTests : IDisposable
{
    private static readonly string[] _names = ["Rows(path: \"/text\")", "Rows(path: \"/status/201\")"];

    private readonly BaselinedCopy _copy = new();

    public void Dispose() => _copy.Dispose();

    [Theory]
    [InlineData("Beside_its_source", "/tests/XunitSpecimens/no-such-file.json is missing. Expected: an approved, committed file. To create it from this run's figures, set the environment variable THROUGHPUTKIT_APPROVE to 1 and run the test.")]
    [InlineData("Without_a_file", "A baseline tolerance is set on Without_a_file, but no Baseline. Expected: both or neither.")]
    public async Task A_test_without_its_file_fails(string name, string problem)
    {
        var test = (await AllSpecimens.RunAsync())[$"Baselined.{name}"];

        Assert.Equal("Failed", test.Outcome);
        Assert.StartsWith("ThroughputKit.LoadTestException : The load test could not be run. ", test.Message, StringComparison.Ordinal);
        Assert.Contains(problem, test.Message.Replace('\\', '/'), StringComparison.Ordinal);
    }

    [ReleaseFact]
    [Trait("Category", "Slow")]
    public async Task A_build_server_approves_nothing()
    {
        var run = await _copy.RunAsync(BaselinedCopy.Fact, ("THROUGHPUTKIT_APPROVE", "1"), ("CI", "true"));

        Assert.Equal("Failed", run["Baselined.Fact"].Outcome);
        Assert.False(File.Exists(_copy.Baseline));
    }

    [ReleaseFact]
    [Trait("Category", "Slow")]
    public async Task A_file_is_approved_and_then_judged()
    {
        var approved = await Approved.RunAsync();
        Assert.All(_names, name => Pattern.IsIn($"Approved in {approved.Path}:\n- 'XunitSpecimens.Baselined.{name}': new: # database commands per request, # HTTP requests sent per request, # exceptions per request, # B allocated per request, # B received per response, # B sent per request, ", approved.Run[$"Baselined.{name}"].Output));

        _copy.Take(approved.Text);
        var judged = await _copy.RunAsync(BaselinedCopy.Rows);

        Assert.All(_names, name => Assert.Equal("Passed", judged[$"Baselined.{name}"].Outcome));
        Pattern.IsIn("\n  Baseline    # database commands per request (limit #), # HTTP requests sent per request (limit #), # exceptions per request (limit #), # B allocated per request (limit #), # B received per response (# to #), ", judged[$"Baselined.{_names[0]}"].Output);
        Pattern.IsIn("\n  Baseline    # RPS (# approved, #%), # ms p50 (# approved, #%), # ms p99 (# approved, #%); timing is not judged\n", judged[$"Baselined.{_names[0]}"].Output);
    }
}
