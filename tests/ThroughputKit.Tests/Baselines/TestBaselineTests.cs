using ThroughputKit.Baselines;
using ThroughputKit.Gates;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Baselines;

/// <summary>The baseline of a test, from the first approval on.</summary>
public sealed class TestBaselineTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    private string File => _folder.File("hello.json");

    public TestBaselineTests() => System.IO.File.WriteAllText(_folder.File("Gates.cs"), "");

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("")]
    [InlineData(" ")]
    [InlineData("baselines/")]
    public void An_invalid_file_name_is_an_error(string file) => Assert.Equal(
        $"Baseline is '{file}'. Expected: the name of a file, such as hello.baseline.json. It is relative to the folder of the test's source.",
        Wrong(Use() with { File = file }, isApproving: true));

    [Theory]
    [InlineData(-1, 1, "The baseline's tolerance is -1 B. Expected: zero or more, and finite. Leave it out for 8 B.")]
    [InlineData(double.NaN, 1, "The baseline's tolerance is NaN B. Expected: zero or more, and finite. Leave it out for 8 B.")]
    [InlineData(8, 101, "The baseline's tolerance is 101%. Expected: 0 to 100. Leave it out for 1%.")]
    [InlineData(8, double.NaN, "The baseline's tolerance is NaN%. Expected: 0 to 100. Leave it out for 1%.")]
    public void An_invalid_tolerance_is_an_error(double bytes, double percent, string expected) =>
        Assert.Equal(expected, Wrong(Use() with { Tolerance = new() { Bytes = bytes, Percent = percent } }, isApproving: true));

    [Theory]
    [InlineData("Hello #")]
    [InlineData("Hello#2")]
    [InlineData("Hello #2 again")]
    [InlineData("Hello #two")]
    [InlineData("H\u00e9llo \U0001F600")]
    [InlineData("Hello #2")]
    public void Names_are_kept_unchanged(string name)
    {
        Approve(Use(name), Measured.Result());

        Assert.Empty(Judge(Use(name), Measured.Result()).Failed);
    }

    [Fact]
    public void A_missing_file_is_an_error_that_says_how_to_create_it() => Assert.Equal(
        $"The baseline file {File} is missing. Expected: an approved, committed file. To create it from this run's figures, set the environment variable THROUGHPUTKIT_APPROVE to 1 and run the test.",
        Wrong(Use()));

    [Fact]
    public void A_test_without_an_entry_is_an_error()
    {
        Approve(Use("Shop.B"), Measured.Result());

        Assert.Equal(
            $"The baseline file {File} has no entry for 'Shop.A'. Expected: an approved test, such as 'Shop.B'. Was the test renamed? To approve this run's figures, set the environment variable THROUGHPUTKIT_APPROVE to 1 and run the test.",
            Wrong(Use()));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void An_invalid_file_is_an_error_even_when_approving(bool isApproving)
    {
        System.IO.File.WriteAllText(File, "{\"mine\": true}");

        Assert.StartsWith($"The file {File} is JSON, but not a ThroughputKit baseline.", Wrong(Use(), isApproving), StringComparison.Ordinal);
        Assert.Equal("{\"mine\": true}", System.IO.File.ReadAllText(File));
    }

    [Theory]
    [InlineData("/_/no/such/place/Gates.cs", "/_/no/such/place/Gates.cs", true)]
    [InlineData("/_/no/such/place/Gates.cs", "/_/no/such/place/Gates.cs", false)]
    [InlineData("", "whose path isn't known", false)]
    public void If_the_source_is_not_here_the_error_says_where_files_are(string source, string shown, bool isApproving) => Assert.Equal(
        $"There is no place for the baseline file hello.json: the test's source, {shown}, isn't on this machine. Expected: a file in the folder of the test's source, or a full path. "
        + "Run the test where its source is. If the build wrote another path, as with ContinuousIntegrationBuild or PathMap, its end is looked for in each folder above the compiled tests. "
        + "If those are elsewhere, build with -p:DeterministicSourcePaths=false.",
        Wrong(Use() with { SourceFile = source }, isApproving));

    [Fact]
    public void Approved_figures_pass_and_worse_figures_fail()
    {
        Approve(Use(), Measured.Result());

        var verdict = Judge(Use(), Measured.Result());
        Assert.Empty(verdict.Failed);
        Assert.Empty(verdict.Problems);
        Assert.StartsWith("1,000.0 B allocated per request (limit 1,010.0), 152.0 B received", verdict.Remarks[0], StringComparison.Ordinal);
        Assert.Equal(
            $"Baseline: +500.0 B since approval: 1,500.0 B allocated per request, 1,000.0 approved; limit 1,010.0 (48.5% over). The baseline is 'Shop.A' in {File}; if the change is intended, set the environment variable THROUGHPUTKIT_APPROVE to 1 and run the test.",
            Assert.Single(Judge(Use(), Measured.Allocating(1_500)).Failed).ToString());
    }

    [Fact]
    public void Better_figures_pass_and_say_how_to_keep_them()
    {
        Approve(Use(), Measured.Result());

        var verdict = Judge(Use(), Measured.Allocating(500));

        Assert.Empty(verdict.Failed);
        Assert.Contains("500.0 B allocated per request, 1,000.0 approved: 500.0 (50.0%) better. To keep it, set the environment variable THROUGHPUTKIT_APPROVE to 1 and run the test.", verdict.Remarks);
    }

    [Fact]
    public void A_mistake_in_the_set_up_leaves_it_unjudged()
    {
        Approve(Use(), Measured.Result());
        var debug = Measured.Allocating(9_000) with { Findings = [new Finding("DebugBuild", FindingSeverity.Warning, "Debug.", "Remedy.") { IsSetUpMistake = true }] };

        var verdict = Judge(Use(), debug);

        Assert.Equal(["Baseline"], verdict.NotJudged);
        Assert.Empty(verdict.Failed);
    }

    [Fact]
    public void Approving_says_what_it_changes()
    {
        Assert.Equal(
            $"""
            Approved in {File}:
            - 'Shop.A': new: 1,000.0 B allocated per request, 152.0 B received per response, 150.0 B sent per request, 0% of the requests failed, 0 connections opened per request, statuses 200
            Review the changes and commit them. While THROUGHPUTKIT_APPROVE is set, no baseline is judged.
            """.ReplaceLineEndings(),
            Approve(Use(), Measured.Result()));
        Assert.Contains(
            "- 'Shop.A': 700.0 B allocated per request (1,000.0 before), 152.0 B received per response, 150.0 B sent per request, 0% of the requests failed, 0 connections opened per request, statuses 200, 32 connections (64 connections before)",
            Approve(Use(), Measured.Allocating(700) with { Connections = 32 }),
            StringComparison.Ordinal);
    }

    [Fact]
    public void Approving_says_what_is_doubtful()
    {
        var doubtful = Measured.Found(Measured.AllocatingApart(700), new Finding("Background", FindingSeverity.Warning, "It allocates.", "Turn it off."));

        Assert.Contains($"{Environment.NewLine}- Warning Background: It allocates. Turn it off.{Environment.NewLine}", Approve(Use(), doubtful), StringComparison.Ordinal);
    }

    [Fact]
    public void Approving_leaves_entries_that_still_hold_and_all_other_tests_unchanged()
    {
        Approve(Use("Shop.B"), Measured.Result());
        Approve(Use(), Measured.Result());
        var before = System.IO.File.ReadAllBytes(File);

        var text = Approve(Use(), Measured.Allocating(1_003) with { Rps = 5 });

        Assert.Equal($"Already approved: {File} still matches 'Shop.A' and is unchanged.", text);
        Assert.Equal(before, System.IO.File.ReadAllBytes(File));
        Approve(Use(), Measured.Allocating(5_000));
        Assert.Empty(Judge(Use("Shop.B"), Measured.Result()).Failed);
    }

    [Fact]
    public void A_result_with_a_mistake_in_the_set_up_is_not_approved()
    {
        var misconfigured = Measured.Result() with { Findings = [new Finding("DebugBuild", FindingSeverity.Warning, "Debug.", "Fix it.") { IsSetUpMistake = true }] };

        var exception = Assert.Throws<LoadTestException>(() => Approve(Use(), misconfigured));

        Assert.Equal("Nothing was approved. Debug. Expected: figures that can be trusted. Fix it.", exception.Message);
        Assert.False(System.IO.File.Exists(File));
    }

    [Fact]
    public void A_result_with_too_few_responses_is_an_error()
    {
        Approve(Use(), Measured.Result());

        var verdict = Judge(Use(), Measured.Result() with { Statuses = new Dictionary<int, long> { [200] = 5 } });

        Assert.Contains("; timing is not judged. There are 5 complete responses", Assert.Single(verdict.Problems).Problem.ToString(), StringComparison.Ordinal);
    }

    private static string Wrong(BaselineUse use, bool isApproving = false)
    {
        Assert.Null(TestBaseline.Open(use, isApproving, out var problems));
        return Assert.Single(problems).ToString();
    }

    private static TestBaseline Open(BaselineUse use, bool isApproving)
    {
        var baseline = TestBaseline.Open(use, isApproving, out var problems);
        Assert.Empty(problems);
        return baseline!;
    }

    private static string Approve(BaselineUse use, LoadResult result) => Open(use, isApproving: true).Approve(result);

    private static Verdict Judge(BaselineUse use, LoadResult result) => Open(use, isApproving: false).Judge(GateJudge.JudgeEligible(result, new()));

    private BaselineUse Use(string name = "Shop.A") => new("hello.json", _folder.File("Gates.cs"), name, new());
}
