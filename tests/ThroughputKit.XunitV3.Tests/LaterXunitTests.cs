using System.Text.RegularExpressions;
using ThroughputKit.Tests.Attributes.Support;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Attributes;

/// <summary>The same package with xunit 4: every test ends as it does with 3.</summary>
[Trait("Category", "Slow")]
public partial class LaterXunitTests
{
    // The report of xunit 3 leaves out what xunit itself rejects.
    private static readonly string[] _rejected = ["No_data", "No_rows", "Parameters"];

    private static readonly string[] _classes = ["Passing", "FailingGates", "WrongShapes", "SharedHost", "Measuring", "OfXunitV3"];

    [ReleaseFact]
    public async Task Every_test_ends_as_it_does_with_xunit_3()
    {
        string[] filter = ["--filter-class", .. _classes.Select(c => $"XunitSpecimens.{c}")];

        var expected = await PlatformRun.RunAsync([], filter);
        var actual = await PlatformRun.RunWithXunit4Async([], filter);

        Assert.NotEmpty(expected.Tests);
        Assert.Equal(Ends(expected), Ends(actual));
    }

    [Fact]
    public async Task What_xunit_rejects_fails()
    {
        var run = await PlatformRun.RunWithXunit4Async([], ["--filter-method", .. _rejected.Select(t => $"XunitSpecimens.WrongShapes.{t}")]);

        Assert.All(_rejected, t => Assert.Equal("Fail", run[$"WrongShapes.{t}"].Result));
        Assert.StartsWith("No data found for XunitSpecimens.WrongShapes.No_data", run["WrongShapes.No_data"].Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task No_other_test_of_the_assembly_runs_at_the_same_time()
    {
        using var records = new Records();

        var run = await PlatformRun.RunWithXunit4Async(records.Environment, "--filter-class", "XunitSpecimens.Measuring*", "XunitSpecimens.Ordinary*");

        Assert.True(run.ExitCode == 0, run.Console);
        Assert.Equal((3, 17), (records.Of("measuring").Count, records.Of("ordinary").Count));
        Assert.Equal(TimeSpan.Zero, records.Overlap("measuring", "ordinary") + records.Overlap("measuring"));
    }

    // On a machine with fewer than four cores, xunit 4 raises the minimum to four.
    [Theory]
    [InlineData(null, false)]
    [InlineData("40", true)] // hexadecimal
    public async Task A_hint_on_the_thread_pool_is_about_what_others_have_raised(string? minimum, bool expected)
    {
        (string, string)[] environment = minimum is null ? [] : [("DOTNET_ThreadPool_ForceMinWorkerThreads", minimum)];

        var run = await PlatformRun.RunWithXunit4Async(environment, "--filter-method", "XunitSpecimens.Passing.Returned");

        Assert.Equal(expected, run["Passing.Returned"].Output.Contains("The thread pool's minimum was raised to ", StringComparison.Ordinal));
    }

    [Fact]
    public async Task The_tests_own_output_is_limited()
    {
        var run = await PlatformRun.RunWithXunit4Async([], "--filter-method", "XunitSpecimens.Flooding.From_several_threads");

        var output = run["Flooding.From_several_threads"].Output;
        Assert.Equal(1_003 + 2, output.Split("Answered ").Length); // an example, and what is before the first
        Assert.Contains("\nThroughputKit left out 2,997 lines that went to the test's output: ", output, StringComparison.Ordinal);
        Assert.Contains("\n  Took        ", output, StringComparison.Ordinal);
    }

    // Figures differ from run to run.
    private static IEnumerable<(string Name, string Result, string Message, string Attachments)> Ends(PlatformRun run) => run.Tests
        .Where(t => !_rejected.Contains(t.Name.Split('.')[^1]))
        .Select(t => (Name: Plain(t.Name), t.Result, Plain(t.Message.Split('\n')[0].Trim()), Attached(t)))
        .OrderBy(t => t.Name, StringComparer.Ordinal);

    // How far a load gets before its test's timeout, and so whether it has figures, is up to the machine.
    private static string Attached(PlatformOutcome test) => test.Message.Contains(" did not finish within its Timeout ", StringComparison.Ordinal) ? ""
        : string.Join(", ", test.Attachments.Keys.Order(StringComparer.Ordinal));

    // Whether a report escapes quotes, and in what order tests start an app, depends on the version.
    private static string Plain(string text) => FurtherStart().Replace(text.Replace("\\", "", StringComparison.Ordinal), "");

    [GeneratedRegex(@" This was start \d+ of it in this process[^.]*\.")]
    private static partial Regex FurtherStart();
}
