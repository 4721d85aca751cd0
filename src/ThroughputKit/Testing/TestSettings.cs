using ThroughputKit.Baselines;
using ThroughputKit.Planning;

namespace ThroughputKit.Testing;

/// <summary>What an attribute says: only what was set.</summary>
internal sealed class TestSettings
{
    public LoadGates Gates { get; set; } = new();

    /// <summary>Gets or sets the limits beside a reference.</summary>
    public ComparisonGates Comparison { get; set; } = new();

    /// <summary>Gets or sets the name of the method that returns the reference, or <see cref="ThroughputReference.BuiltIn"/>.</summary>
    public string? Reference { get; set; }

    public double? MaxComparisonSeconds { get; set; }

    public int? Connections { get; set; }

    public double? DurationSeconds { get; set; }

    public double? WarmUpSeconds { get; set; }

    public long? Requests { get; set; }

    public InconclusivePolicy? OnInconclusive { get; set; }

    /// <summary>Gets whether the test is to be compared with a reference.</summary>
    public bool Compares => Comparison != new ComparisonGates();

    public string? Baseline { get; set; }

    public double? BaselineToleranceBytes { get; set; }

    public double? BaselineTolerancePercent { get; set; }

    /// <summary>Gets the test's source file, as its compiler wrote it.</summary>
    public string SourceFile { get; init; } = "";

    /// <summary>Gets the options that are set, by name.</summary>
    public IReadOnlyList<string> Options =>
    [
        .. Connections is null ? [] : new[] { nameof(Connections) },
        .. DurationSeconds is null ? [] : new[] { nameof(DurationSeconds) },
        .. WarmUpSeconds is null ? [] : new[] { nameof(WarmUpSeconds) },
        .. Requests is null ? [] : new[] { nameof(Requests) },
    ];

    /// <summary>The same settings with other gates.</summary>
    public TestSettings With(LoadGates gates)
    {
        var other = (TestSettings)MemberwiseClone();
        other.Gates = gates;
        return other;
    }

    /// <summary>Makes the comparison that the settings ask for. Slices are measured for a time, however many requests either test is to send.</summary>
    public LoadComparison Compare(LoadTest reference, LoadTest candidate)
    {
        var comparison = LoadTest.Compare(Unlimited(Apply(reference)), Unlimited(Apply(candidate))).Within(Comparison);
        return MaxComparisonSeconds is { } seconds ? comparison.MaxDuration(TimeSpan.FromSeconds(seconds)) : comparison;

        static LoadTest Unlimited(LoadTest test) => test.With(o => o.Requests = null);
    }

    /// <summary>How the test uses a baseline; <see langword="null"/> if it doesn't.</summary>
    /// <param name="test">The test's name.</param>
    public BaselineUse? BaselineOf(string test)
    {
        var standard = new BaselineTolerance();
        return Baseline is null ? null : new BaselineUse(
            Baseline, SourceFile, test, new BaselineTolerance { Bytes = BaselineToleranceBytes ?? standard.Bytes, Percent = BaselineTolerancePercent ?? standard.Percent });
    }

    /// <summary>Puts the options that are set in the place of a test's own.</summary>
    public LoadTest Apply(LoadTest test) => Options.Count == 0 ? test : test.With(o =>
    {
        if (Connections is { } connections)
        {
            o.Connections = connections; // left alone otherwise: one that is set isn't chosen by a comparison
        }

        if (Requests is not null)
        {
            o.Requests = Requests;
            o.ClearDuration();
        }

        o.WarmUp = WarmUpSeconds is { } warmUp ? TimeSpan.FromSeconds(warmUp) : o.WarmUp;
        if (DurationSeconds is { } duration)
        {
            o.Requests = Requests; // both are an error only if the attribute itself sets both
            o.Duration = TimeSpan.FromSeconds(duration);
        }
    });

    /// <summary>What is wrong with the numbers that are set, whatever the test's own are.</summary>
    public IEnumerable<Problem> CheckNumbers()
    {
        var options = new LoadOptions { Requests = Requests };
        options.Connections = Connections ?? options.Connections;
        return OptionRules.Check(options);
    }
}
