using ThroughputKit.Testing;

namespace ThroughputKit.Tests.Testing;

/// <summary>Every wrong shape of a test method, by name, and settings that are invalid or would compare nothing.</summary>
public class TestRulesTests
{
    private const string Forms = "a LoadTest, a LoadComparison or a task of one; or void, Task or ValueTask for a method that runs its load itself";

    public static TheoryData<string, int, string> WrongMethods => new()
    {
        { nameof(Methods.Takes), 0, "Takes has 1 parameter and gets 0 values. Expected: as many values as parameters. [ThroughputFact] is for methods without parameters. Did you mean [ThroughputTheory] with [InlineData]?" },
        { nameof(Methods.Takes), 2, "Takes has 1 parameter and gets 2 values. Expected: as many values as parameters. Compare the test data with the parameters." },
        { nameof(Methods.IsAsyncVoid), 0, $"IsAsyncVoid is async void. Expected: {Forms}. The kit can't wait for it to finish. Return Task." },
        { nameof(Methods.ReturnsNumber), 0, $"ReturnsNumber returns Int32. Expected: {Forms}. Return one load test; for several, write a theory." },
        { nameof(Methods.ReturnsMany), 0, $"ReturnsMany returns IEnumerable<LoadTest>. Expected: {Forms}. Return one load test; for several, write a theory." },
        { nameof(Methods.ReturnsTaskOfUnit), 0, $"ReturnsTaskOfUnit returns Task<Unit>. Expected: {Forms}. In F#, write task {{ ... }} :> Task." },
        { nameof(Methods.ReturnsAsync), 0, $"ReturnsAsync returns FSharpAsync<LoadTest>. Expected: {Forms}. In F#, write task {{ ... }} :> Task." },
        { nameof(Methods.ReturnsResult), 0, $"ReturnsResult returns LoadResult. Expected: {Forms}. Return the test itself, which the attribute runs and judges. Or judge the result in the method, with Verify, and return Task." },
        { nameof(Methods.ReturnsTaskOfResult), 0, $"ReturnsTaskOfResult returns Task<LoadResult>. Expected: {Forms}. Return the test itself, which the attribute runs and judges. Or judge the result in the method, with Verify, and return Task." },
        { nameof(Methods.ReturnsValueTaskOfResult), 0, $"ReturnsValueTaskOfResult returns ValueTask<LoadResult>. Expected: {Forms}. Return the test itself, which the attribute runs and judges. Or judge the result in the method, with Verify, and return Task." },
        { nameof(Methods.IsGeneric), 0, "IsGeneric is generic. Expected: a method without type parameters. The kit doesn't know the type arguments. Write one test per type." },
    };

    [Theory]
    [MemberData(nameof(WrongMethods))]
    public void A_method_of_the_wrong_shape_is_an_error(string name, int arguments, string expected) =>
        Assert.Equal(expected, Assert.Single(Check(name, new(), arguments)));

    [Fact]
    public void Options_for_a_method_that_runs_its_own_load_are_an_error() => Assert.Equal(
        "Connections, DurationSeconds, WarmUpSeconds and Requests are set on RunsIt, which runs its load itself. "
        + "Expected: these options only on a method that returns a LoadTest. Set them in the method, using With, or return the test and let the attribute run it.",
        Assert.Single(Check(nameof(Methods.RunsIt), new() { Connections = 1, DurationSeconds = 1, WarmUpSeconds = 1, Requests = 1 })));

    [Theory]
    [InlineData(double.NaN, "DurationSeconds is NaN. Expected: a number of seconds. Leave it out for the default.")]
    [InlineData(double.PositiveInfinity, "DurationSeconds is Infinity. Expected: a number of seconds. Leave it out for the default.")]
    [InlineData(-1e300, "DurationSeconds is -1E+300. Expected: a number of seconds. Leave it out for the default.")]
    public void Invalid_times_are_errors(double seconds, string expected) =>
        Assert.Equal(expected, Assert.Single(Check(nameof(Methods.ReturnsTest), new() { DurationSeconds = seconds })));

    [Fact]
    public void Invalid_policies_and_timeouts_are_errors()
    {
        Assert.Equal("OnInconclusive is 42. Expected: Warn, Skip or Fail. Leave it out for Warn.", Assert.Single(Check(nameof(Methods.ReturnsTest), new() { OnInconclusive = (InconclusivePolicy)42 })));
        Assert.Equal("Timeout is -7 ms. Expected: above zero, or zero for no limit. It is in milliseconds.", Assert.Single(TestRules.CheckTimeout(TimeSpan.FromMilliseconds(-7))).ToString());
        Assert.Empty(TestRules.CheckTimeout(null));
    }

    [Fact]
    public void Times_out_of_range_are_found_with_the_options_of_the_test()
    {
        var test = new TestSettings { DurationSeconds = -3 }.Apply(LoadTest.Against("http://localhost:1").Get("/"));

        Assert.Equal(
            "Duration is -3 s. Expected: above zero, at most 24 hours. Is the unit right? Attributes take seconds. In code, TimeSpan.FromSeconds(5) is five seconds; new TimeSpan(5) is half a microsecond.",
            Assert.Single(Assert.Throws<LoadTestException>(() => { _ = test.RunAsync(); }).Problems));
    }

    [Fact]
    public void A_tolerance_without_a_baseline_is_an_error()
    {
        const string Expected =
            "A baseline tolerance is set on ReturnsTest, but no Baseline. Expected: both or neither. Set Baseline to the name of a file, such as hello.baseline.json.";

        Assert.Equal(Expected, Assert.Single(Check(nameof(Methods.ReturnsTest), new() { BaselineToleranceBytes = 1 })));
        Assert.Equal(Expected, Assert.Single(Check(nameof(Methods.ReturnsTest), new() { BaselineTolerancePercent = 1 })));
    }

    [Fact]
    public void Gates_are_checked_before_anything_runs() =>
        Assert.StartsWith("MinRps is NaN.", Assert.Single(Check(nameof(Methods.ReturnsTest), new() { Gates = new() { MinRps = double.NaN } })), StringComparison.Ordinal);

    [Fact]
    public void Gates_with_a_reference_are_accepted() => Assert.Empty(CheckComparison(new()
    {
        Reference = nameof(References.Plain),
        Comparison = new() { MaxSlowdownPercent = 5, MinRpsRatio = 0.6, MaxP50IncreasePercent = 10, MaxP99IncreasePercent = 20, MaxExtraAllocatedBytesPerRequest = 0 },
        MaxComparisonSeconds = 30,
    }));

    [Fact]
    public void Gates_without_a_reference_are_an_error() => Assert.Equal(
        ["MaxSlowdownPercent and MinRpsRatio are set on OfPlain without a Reference. Expected: these gates together with a Reference. Add Reference = nameof(TheOtherMethod), or Reference = ThroughputReference.BuiltIn."],
        CheckComparison(new() { Comparison = new() { MaxSlowdownPercent = 5, MinRpsRatio = 0.6 } }));

    [Fact]
    public void A_reference_without_gates_is_an_error() => Assert.Equal(
        ["OfPlain has a Reference, but no gate that compares. Expected: a gate such as MaxSlowdownPercent beside it. Nothing would be compared. Add a gate, or remove this setting."],
        CheckComparison(new() { Reference = nameof(References.Plain) }));

    [Fact]
    public void A_time_for_comparing_without_gates_is_an_error() => Assert.Equal(
        ["OfPlain has MaxComparisonSeconds, but no gate that compares. Expected: a gate such as MaxSlowdownPercent beside it. Nothing would be compared. Add a gate, or remove this setting."],
        CheckComparison(new() { MaxComparisonSeconds = 30 }));

    [Fact]
    public void Judging_a_method_that_runs_its_own_load_is_an_error() => Assert.Equal(
        ["MaxFailures, MinRps, Baseline, Reference, MinRpsRatio, MaxComparisonSeconds and OnInconclusive are set on RunsIt, which runs its load itself. Expected: gates only on a method that returns what it judges. Return the test or the comparison. Or judge in the method: set gates with Within before RunAsync, and call Verify on the result."],
        CheckComparison(
            new()
            {
                Gates = new() { MinRps = 1, MaxFailures = 0 },
                Baseline = "hello.json",
                Comparison = new() { MinRpsRatio = 0.6 },
                Reference = ThroughputReference.BuiltIn,
                MaxComparisonSeconds = 60,
                OnInconclusive = InconclusivePolicy.Fail,
            },
            nameof(References.RunsIt)));

    [Fact]
    public void Gates_on_one_side_of_a_returned_comparison_are_an_error() => Assert.Equal(
        ["MinRps and Reference are set on Compares, which returns a comparison. Expected: gates relative to its reference, such as MaxSlowdownPercent. To judge the candidate by itself too, return it as a LoadTest, and name the method of the other side as its Reference."],
        Check(nameof(Methods.Compares), new() { Gates = new() { MinRps = 1 }, Comparison = new() { MinRpsRatio = 0.6 }, Reference = ThroughputReference.BuiltIn }));

    [Fact]
    public void Options_for_a_returned_comparison_are_an_error() => Assert.StartsWith(
        "Connections is set on Compares, which returns a comparison. Expected: these options only on a method that returns a LoadTest.",
        Assert.Single(Check(nameof(Methods.Compares), new() { Connections = 4 })),
        StringComparison.Ordinal);

    [Fact]
    public void Limits_of_comparisons_out_of_range_are_reported_together() => Assert.Equal(
        [
            "MaxComparisonSeconds is NaN. Expected: 1 to 3,600. 16 s are enough to detect most differences of 2%.",
            "Reference is 'x', and References has no such method. Expected: the name of a method of the same class that has no parameters and returns a LoadTest, or ThroughputReference.BuiltIn. Use nameof, so the compiler checks the name.",
            "MaxSlowdownPercent is 150. Expected: above zero, below 100. Leave the gate out if you don't need it.",
            "MaxP99IncreasePercent is 0. Expected: above zero, and finite. Leave the gate out if you don't need it.",
        ],
        CheckComparison(new() { Reference = "x", MaxComparisonSeconds = double.NaN, Comparison = new() { MaxSlowdownPercent = 150, MaxP99IncreasePercent = 0 } }));

    private static IEnumerable<string> Check(string name, TestSettings settings, int arguments = 0) =>
        TestRules.Check(new TestMethod(typeof(Methods).GetMethod(name)!, arguments), settings).Select(p => p.ToString());

    private static IEnumerable<string> CheckComparison(TestSettings settings, string method = nameof(References.OfPlain)) =>
        TestRules.Check(new TestMethod(typeof(References).GetMethod(method)!, ArgumentCount: 0), settings).Select(p => p.ToString());
}
