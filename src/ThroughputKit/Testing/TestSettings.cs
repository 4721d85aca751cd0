using System.Reflection;
using ThroughputKit.Baselines;
using ThroughputKit.Planning;

namespace ThroughputKit.Testing;

/// <summary>The settings of an attribute. Contains only the values that were set.</summary>
internal sealed class TestSettings
{
    public LoadGates Gates { get; set; } = new();

    /// <summary>Gets or sets the limits relative to a reference.</summary>
    public ComparisonGates Comparison { get; set; } = new();

    /// <summary>Gets or sets the name of the method that returns the reference, or <see cref="ThroughputReference.BuiltIn"/>.</summary>
    public string? Reference { get; set; }

    public double? MaxComparisonSeconds { get; set; }

    public int? Connections { get; set; }

    public double? DurationSeconds { get; set; }

    public double? WarmUpSeconds { get; set; }

    public long? Requests { get; set; }

    public InconclusivePolicy? OnInconclusive { get; set; }

    /// <summary>Gets whether the test is compared with a reference.</summary>
    public bool Compares => Comparison != new ComparisonGates();

    public string? Baseline { get; set; }

    public double? BaselineToleranceBytes { get; set; }

    public double? BaselineTolerancePercent { get; set; }

    /// <summary>Gets the path of the test's source file, as recorded by the compiler.</summary>
    public string SourceFile { get; init; } = "";

    /// <summary>Returns the settings of a test method, with the gates of single requests beside it.</summary>
    public static TestSettings Of(MethodInfo method)
    {
        var settings = method.GetCustomAttributes().OfType<IThroughputAttribute>().Single().Settings;
        var endpoints = method.GetCustomAttributes().OfType<IEndpointAttribute>();
        settings.Gates = settings.Gates with { Endpoints = [.. endpoints.Select(e => KeyValuePair.Create(e.Request, e.Gates))] };
        return settings;
    }

    /// <summary>Gets the names of the options that are set.</summary>
    public IReadOnlyList<string> Options =>
    [
        .. Connections is null ? [] : new[] { nameof(Connections) },
        .. DurationSeconds is null ? [] : new[] { nameof(DurationSeconds) },
        .. WarmUpSeconds is null ? [] : new[] { nameof(WarmUpSeconds) },
        .. Requests is null ? [] : new[] { nameof(Requests) },
    ];

    /// <summary>Returns the comparison of a test with its reference. Slices have a time limit of their own, whatever number of requests or
    /// duration either test sets for its own run.</summary>
    public LoadComparison Compare(LoadTest reference, LoadTest candidate)
    {
        return Apply(Unlimited(Apply(candidate)).ComparedWith(Unlimited(Apply(reference))));

        static LoadTest Unlimited(LoadTest test) => test.With(o => (o.Requests, o.Duration) = (null, null));
    }

    /// <summary>Returns a comparison with these gates, unless it has its own, and with this maximum time, if one is set.</summary>
    public LoadComparison Apply(LoadComparison comparison)
    {
        var gated = Compares && !comparison.HasGates ? comparison.Within(Comparison) : comparison;
        return MaxComparisonSeconds is { } seconds ? gated.Lasting(TimeSpan.FromSeconds(seconds)) : gated;
    }

    /// <summary>Returns the test's use of a baseline; <see langword="null"/> if it has none.</summary>
    /// <param name="test">The test's name.</param>
    public BaselineUse? BaselineOf(string test)
    {
        if (Baseline is null)
        {
            return null;
        }

        var tolerance = new BaselineTolerance();
        tolerance = BaselineToleranceBytes is { } bytes ? tolerance with { Bytes = bytes } : tolerance;
        tolerance = BaselineTolerancePercent is { } percent ? tolerance with { Percent = percent } : tolerance;
        return new BaselineUse(Baseline, SourceFile, test, tolerance);
    }

    /// <summary>Replaces a test's own options with those that are set.</summary>
    public LoadTest Apply(LoadTest test) => Options.Count == 0 ? test : test.With(o =>
    {
        if (Connections is { } connections)
        {
            o.Connections = connections;
        }

        if (Requests is not null)
        {
            (o.Requests, o.Duration) = (Requests, null);
        }

        if (WarmUpSeconds is { } warmUp)
        {
            o.WarmUp = TimeSpan.FromSeconds(warmUp);
        }

        if (DurationSeconds is { } duration)
        {
            o.Requests = Requests; // both are an error only if the attribute itself sets both
            o.Duration = TimeSpan.FromSeconds(duration);
        }
    });

    /// <summary>Returns the problems with the numbers that are set, whatever the test's own options are.</summary>
    public IEnumerable<Problem> CheckNumbers()
    {
        var options = new LoadOptions { Requests = Requests };
        options.Connections = Connections ?? options.Connections;
        return OptionRules.Check(options);
    }
}
