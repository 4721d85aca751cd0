using ThroughputKit.Testing;

namespace ThroughputKit.Tests.Testing;

/// <summary>Settings of comparisons that are invalid or would compare nothing.</summary>
public class ComparisonSettingRulesTests
{
    [Fact]
    public void Gates_with_a_reference_are_accepted() => Assert.Empty(Check(new()
    {
        Reference = nameof(References.Plain),
        Comparison = new() { MaxSlowdownPercent = 5, MinRpsRatio = 0.6, MaxP50IncreasePercent = 10, MaxP99IncreasePercent = 20, MaxExtraAllocatedBytesPerRequest = 0 },
        MaxComparisonSeconds = 30,
    }));

    [Fact]
    public void Gates_without_a_reference_are_an_error() => Assert.Equal(
        ["MaxSlowdownPercent, MinRpsRatio is set on OfPlain without a Reference. Expected: the gate together with a Reference. Add Reference = nameof(TheOtherMethod), or Reference = ThroughputReference.BuiltIn."],
        Check(new() { Comparison = new() { MaxSlowdownPercent = 5, MinRpsRatio = 0.6 } }));

    [Fact]
    public void A_reference_without_gates_is_an_error() => Assert.Equal(
        ["OfPlain has a Reference or MaxComparisonSeconds, but no gate that compares. Expected: the Reference with a gate such as MaxSlowdownPercent. Nothing would be compared. Add a gate, or remove this setting."],
        Check(new() { Reference = nameof(References.Plain) }));

    [Fact]
    public void A_method_that_runs_its_own_load_is_an_error() => Assert.Equal(
        ["MinRpsRatio is set on RunsIt, which runs its load itself. Expected: gates relative to a reference on a method that returns its LoadTest. Return the test, or run LoadTest.Compare in the method: its result is judged too."],
        Check(new() { Comparison = new() { MinRpsRatio = 0.6 }, Reference = ThroughputReference.BuiltIn }, nameof(References.RunsIt)));

    [Fact]
    public void Limits_out_of_range_are_reported_together() => Assert.Equal(
        [
            "MaxComparisonSeconds is NaN. Expected: 1 to 3,600. 16 s are enough to detect most differences of 2%.",
            "Reference is 'x', and References has no such method. Expected: the name of a method of the same class that has no parameters and returns a LoadTest, or ThroughputReference.BuiltIn. Use nameof, so the compiler checks the name.",
            "MaxSlowdownPercent is 150. Expected: above zero, below 100. Leave the gate out if you don't need it.",
            "MaxP99IncreasePercent is 0. Expected: above zero, and finite. Leave the gate out if you don't need it.",
        ],
        Check(new() { Reference = "x", MaxComparisonSeconds = double.NaN, Comparison = new() { MaxSlowdownPercent = 150, MaxP99IncreasePercent = 0 } }));

    private static IEnumerable<string> Check(TestSettings settings, string method = nameof(References.OfPlain)) =>
        ComparisonSettingRules.Check(new TestMethod(typeof(References).GetMethod(method)!, ArgumentCount: 0), settings).Select(p => p.ToString());
}
