using ThroughputKit.Tests.Attributes.Support;

namespace ThroughputKit.Tests.Attributes;

/// <summary>Every form of test method that passes or is left out, and what a user sees of it.</summary>
[Collection(TestsOfAllSpecimens.Name)]
public class PassingTests
{
    [Theory]
    [InlineData("Passing.Returned")]
    [InlineData("The page is served")]
    [InlineData("Passing.Static")]
    [InlineData("Passing.Rows(path: \"/text\")")]
    [InlineData("Passing.Rows(path: \"/status/201\")")]
    [InlineData("Passing.Rows_that_cannot_be_serialized(path: /text)")]
    [InlineData("Passing.Rows_that_cannot_be_serialized(path: /status/204)")]
    [InlineData("CollectionHost+First.Runs")]
    [InlineData("CollectionHost+Second.Runs")]
    public async Task Shows_its_figures(string name)
    {
        var test = (await AllSpecimens.RunAsync())[name];

        Assert.Equal("Passed", test.Outcome);
        Pattern.IsIn("2 connections, # s\n  RPS         # (50 sent, 50 succeeded, 0 failed, 0 in flight at end)\n", test.Output);
        Pattern.IsIn("\n  Passed      MaxFailures: 0 failed requests (limit 0)\n  Took        # s: ", test.Output);
        Assert.Equal(2, test.Output.Split("  Took  ").Length); // its own, not also those of the row before
    }

    [Fact]
    public async Task Keeps_the_tests_own_output_before_the_summary()
    {
        var test = (await AllSpecimens.RunAsync())["Passing.With_output_of_its_own"];

        Pattern.IsIn("before the load\nGET /text: 2 connections, ", test.Output);
    }

    [Theory]
    [InlineData("Passing.Left_out", "Not today.")]
    [InlineData("Passing.Left_out_rows", "Not today either.")]
    public async Task Skip_leaves_a_test_out(string name, string reason)
    {
        var test = (await AllSpecimens.RunAsync())[name];

        Assert.Equal(("NotExecuted", reason), (test.Outcome, test.Message));
    }

    [Fact]
    public async Task One_host_serves_all_tests_of_a_class()
    {
        var run = await AllSpecimens.RunAsync();

        string[] names = ["SharedHost.Counts(round: 1)", "SharedHost.Counts(round: 2)", "SharedHost.Sees_the_services"];
        Assert.All(names, name => Assert.Equal("Passed", run[name].Outcome));
        Assert.True(names.Count(name => run[name].Output.Contains("Start-up    host ", StringComparison.Ordinal)) <= 1); // none if the test that judges itself was the first
    }

    [Theory]
    [InlineData("Category=Throughput", 1)]
    [InlineData("Category!=Throughput", 0)]
    [Trait("Category", "Slow")]
    public async Task Has_a_category(string filter, int expected)
    {
        var run = await SpecimenRun.RunAsync($"({filter})&(FullyQualifiedName~Passing.Returned|FullyQualifiedName~MeasuringElsewhere.Ordinary)");

        Assert.Equal((expected, 1 - expected), (
            run.Tests.Count(t => t.Name == "XunitSpecimens.Passing.Returned"),
            run.Tests.Count(t => t.Name == "XunitSpecimens.MeasuringElsewhere.Ordinary")));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Theories_run_the_same_without_pre_enumeration()
    {
        var run = await SpecimenRun.RunAsync("FullyQualifiedName~Passing.Rows", arguments: ["--", "xUnit.PreEnumerateTheories=false"]);

        Assert.Equal(4, run.Tests.Count);
        Assert.All(run.Tests, t => Assert.Equal("Passed", t.Outcome));
    }
}
