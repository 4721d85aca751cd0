using System.Globalization;
using ThroughputKit.Gates;
using ThroughputKit.Testing;

namespace ThroughputKit.Tests.Testing;

/// <summary>How the environment scales or disables timing gates.</summary>
public class AbsoluteGatesTests
{
    private static readonly LoadGates _gates = new()
    {
        MinRps = 1_000,
        MaxFailures = 1,
        MaxMeanLatencyMs = 2,
        MaxP50LatencyMs = 1,
        MaxP95LatencyMs = 3,
        MaxP90LatencyMs = 2.5,
        MaxP99LatencyMs = 4,
        MaxP999LatencyMs = 5,
        MaxLatencyMs = 6,
        MaxCpuMicrosecondsPerRequest = 7,
        MaxStartMs = 25,
        MaxFirstResponseMs = 50,
        MaxAllocatedBytesPerRequest = 10,
    };

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    public void Gates_are_unchanged_by_default(string? value)
    {
        Assert.Empty(Of(value).Check(_gates));
        Assert.Equal(_gates, Of(value).Adjust(_gates));
        Assert.Empty(Of(value).Notes(_gates));
    }

    [Fact]
    public void Half_the_speed_halves_rates_and_doubles_times()
    {
        Assert.Empty(Of("0.5").Check(_gates));
        Assert.Equal(
            _gates with
            {
                MinRps = 500,
                MaxMeanLatencyMs = 4,
                MaxP50LatencyMs = 2,
                MaxP90LatencyMs = 5,
                MaxP95LatencyMs = 6,
                MaxP99LatencyMs = 8,
                MaxP999LatencyMs = 10,
                MaxLatencyMs = 12,
                MaxCpuMicrosecondsPerRequest = 14,
                MaxStartMs = 50,
                MaxFirstResponseMs = 100,
            },
            Of("0.5").Adjust(_gates));
        Assert.Equal(["THROUGHPUTKIT_ABSOLUTE_GATES is 0.5: MinRps 500 instead of 1,000, MaxP99LatencyMs 8.00 instead of 4.00."], Of("0.5").Notes(new() { MinRps = 1_000, MaxP99LatencyMs = 4 }));
    }

    [Fact]
    public void Gates_of_a_request_are_scaled_too()
    {
        var gates = new LoadGates { Endpoints = [new("orders", new() { MaxP99LatencyMs = 4 }), new("items", new() { MaxFailures = 1 })] };

        Assert.Equal(8, Of("0.5").Adjust(gates).Endpoints[0].Value.MaxP99LatencyMs);
        Assert.Equal(["THROUGHPUTKIT_ABSOLUTE_GATES is 0.5: orders: MaxP99LatencyMs 8.00 instead of 4.00."], Of("0.5").Notes(gates));
        Assert.Equal(["items"], Of("off").Adjust(gates).Endpoints.Select(e => e.Key));
    }

    [Fact]
    public void Off()
    {
        Assert.Empty(Of("OFF").Check(_gates));
        Assert.Equal(new LoadGates { MaxFailures = 1, MaxAllocatedBytesPerRequest = 10 }, Of("OFF").Adjust(_gates));
        Assert.Equal(["THROUGHPUTKIT_ABSOLUTE_GATES is off: MinRps is not judged."], Of("off").Notes(new() { MinRps = 1_000 }));
    }

    [Fact]
    public void Off_leaves_no_gate_on_timing()
    {
        var gates = new LoadGates();
        foreach (var property in typeof(LoadGates).GetProperties().Where(p => p.CanWrite))
        {
            property.SetValue(gates, Convert.ChangeType(1, Nullable.GetUnderlyingType(property.PropertyType)!, CultureInfo.InvariantCulture));
        }

        Assert.All(Figures.All, f => Assert.Equal(f.Kind == FigureKind.Timing, f.Limit(Of("off").Adjust(gates)) is null));
        Assert.All(Figures.All, f => Assert.NotNull(f.Limit(Of("0.5").Adjust(gates))));
    }

    [Fact]
    public void Adds_no_note_without_a_timing_gate() => Assert.Empty(Of("off").Notes(new() { MaxFailures = 1 }));

    [Theory]
    [InlineData("0")]
    [InlineData("-1")]
    [InlineData("101")]
    [InlineData("half")]
    [InlineData("0,5")]
    [InlineData("NaN")]
    public void Invalid_values_are_errors(string value) => Assert.Equal(
        $"THROUGHPUTKIT_ABSOLUTE_GATES is '{value}'. Expected: off, or the speed of this machine relative to the one the limits were set on, from 0.01 to 100. "
        + "0.5 halves the limit of MinRps and doubles the limit of MaxP99LatencyMs. Unset it to keep the limits unchanged.",
        Assert.Single(Of(value).Check(_gates)).ToString());

    [Theory]
    [InlineData("100", 1e307, 1, "THROUGHPUTKIT_ABSOLUTE_GATES is 100: with that, MinRps is Infinity. Expected: above zero, and finite.")]
    [InlineData("100", 1, double.Epsilon, "THROUGHPUTKIT_ABSOLUTE_GATES is 100: with that, MaxP99LatencyMs is 0. Expected: above zero, and finite.")]
    public void Values_that_make_a_limit_invalid_are_errors(string value, double minRps, double maxP99Ms, string expected) =>
        Assert.StartsWith(expected, Assert.Single(Of(value).Check(new() { MinRps = minRps, MaxP99LatencyMs = maxP99Ms })).ToString(), StringComparison.Ordinal);

    [Fact]
    public void A_limit_that_was_already_invalid_is_not_reported_again() => Assert.Empty(Of("0.5").Check(new() { MinRps = -1 }));

    private static AbsoluteGates Of(string? value) => new(name => name == "THROUGHPUTKIT_ABSOLUTE_GATES" ? value : null);
}
