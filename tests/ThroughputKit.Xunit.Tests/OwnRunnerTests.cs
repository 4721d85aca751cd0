using ThroughputKit.Tests.Attributes.Support;

namespace ThroughputKit.Tests.Attributes;

/// <summary>Throughput tests under a test framework whose runners call the method themselves, and whose discoverer makes test cases itself.</summary>
public class OwnRunnerTests
{
    private const string Filter =
        "FullyQualifiedName~Passing|FullyQualifiedName~FailingGates|FullyQualifiedName~WrongShapes.Gates_nothing|FullyQualifiedName~WrongShapes.Gates|FullyQualifiedName~Ungated";

    private static readonly Lazy<Task<SpecimenRun>> _run = new(() => SpecimenRun.RunAsync(Filter, assembly: SpecimenRun.Assembly("OwnRunnerSpecimens")));

    [Theory]
    [InlineData("FailingGates.Beyond_any_app", "gates failed:\n- MinRps: ")]
    [InlineData("FailingGates.With_errors", "2 gates failed:\n- MaxFailures: 100 failed requests; limit 0\n- GET /every-third: MaxFailures: 100 failed requests; limit 50")]
    [InlineData("FailingGates.With_an_assertion_of_its_own", "Assert.Equal() Failure")]
    [InlineData("WrongShapes.Gates_nothing", "MinRps is set on Gates_nothing, which runs its load itself.")]
    [InlineData("WrongShapes.Gates", "MinRps is -5")]
    [InlineData("OwnRunnerSpecimens.Ungated.Returned", "Returned would be called without its gates")]
    [InlineData("OwnRunnerSpecimens.Ungated.Runs_its_load", "Runs_its_load would be called without its gates")]
    public async Task What_should_fail_fails(string name, string message)
    {
        var test = (await _run.Value)[name];

        Assert.Equal("Failed", test.Outcome);
        Assert.Contains(message, test.Message.ReplaceLineEndings("\n"), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("Passing.Returned", "Passed")]
    [InlineData("The page is served", "Passed")]
    [InlineData("Passing.Static", "Passed")]
    [InlineData("Passing.Rows(path: \"/status/201\")", "Passed")]
    [InlineData("Passing.Rows_that_cannot_be_serialized(path: /text)", "Passed")]
    [InlineData("Passing.Left_out", "NotExecuted")]
    [InlineData("OwnRunnerSpecimens.Ungated.Ordinary", "Passed")]
    public async Task What_should_pass_or_be_skipped_is(string name, string outcome) => Assert.Equal(outcome, (await _run.Value)[name].Outcome);
}
