using ThroughputKit.Testing;

namespace ThroughputKit.Tests.Testing;

/// <summary>What the environment makes of gates on timing.</summary>
public class AbsoluteGatesTests
{
    private static readonly LoadGates _gates = new()
    {
        MinRps = 1_000,
        MaxFailures = 1,
        MaxMeanMs = 2,
        MaxP50Ms = 1,
        MaxP95Ms = 3,
        MaxP99Ms = 4,
        MaxFirstResponseMs = 50,
        MaxAllocatedBytesPerRequest = 10,
    };

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    public void Nothing_is_changed_at_first(string? value)
    {
        Assert.Empty(Of(value).Check(_gates));
        Assert.Equal(_gates, Of(value).Adjust(_gates));
        Assert.Empty(Of(value).Notes(_gates));
    }

    [Fact]
    public void A_slow_machine()
    {
        Assert.Empty(Of("0.5").Check(_gates));
        Assert.Equal(
            _gates with { MinRps = 500, MaxMeanMs = 4, MaxP50Ms = 2, MaxP95Ms = 6, MaxP99Ms = 8, MaxFirstResponseMs = 100 },
            Of("0.5").Adjust(_gates));
        Assert.Equal(["THROUGHPUTKIT_ABSOLUTE_GATES is 0.5: MinRps 500 in the place of 1,000, MaxP99Ms 8.00 in the place of 4.00."], Of("0.5").Notes(new() { MinRps = 1_000, MaxP99Ms = 4 }));
    }

    [Fact]
    public void Off()
    {
        Assert.Empty(Of("OFF").Check(_gates));
        Assert.Equal(new LoadGates { MaxFailures = 1, MaxAllocatedBytesPerRequest = 10 }, Of("OFF").Adjust(_gates));
        Assert.Equal(["THROUGHPUTKIT_ABSOLUTE_GATES is off: MinRps is not judged."], Of("off").Notes(new() { MinRps = 1_000 }));
    }

    [Fact]
    public void Says_nothing_where_there_is_no_such_gate() => Assert.Empty(Of("off").Notes(new() { MaxFailures = 1 }));

    [Theory]
    [InlineData("0")]
    [InlineData("-1")]
    [InlineData("101")]
    [InlineData("half")]
    [InlineData("0,5")]
    [InlineData("NaN")]
    public void What_makes_no_sense(string value) => Assert.Equal(
        $"THROUGHPUTKIT_ABSOLUTE_GATES is '{value}'. Allowed: off, or the speed of this machine relative to the one the limits were set on, from 0.01 to 100. "
        + "0.5 halves what MinRps asks for, and doubles what MaxP99Ms allows. Unset it to leave them as they are.",
        Assert.Single(Of(value).Check(_gates)).ToString());

    [Theory]
    [InlineData("100", 1e307, 1, "THROUGHPUTKIT_ABSOLUTE_GATES is 100: with that, MinRps is Infinity. Allowed: above zero, and finite.")]
    [InlineData("100", 1, double.Epsilon, "THROUGHPUTKIT_ABSOLUTE_GATES is 100: with that, MaxP99Ms is 0. Allowed: above zero, and finite.")]
    public void What_makes_no_sense_of_a_limit(string value, double minRps, double maxP99Ms, string expected) =>
        Assert.StartsWith(expected, Assert.Single(Of(value).Check(new() { MinRps = minRps, MaxP99Ms = maxP99Ms })).ToString(), StringComparison.Ordinal);

    [Fact]
    public void A_limit_that_makes_no_sense_by_itself_is_told_once() => Assert.Empty(Of("0.5").Check(new() { MinRps = -1 }));

    private static AbsoluteGates Of(string? value) => new(name => name == "THROUGHPUTKIT_ABSOLUTE_GATES" ? value : null);
}
