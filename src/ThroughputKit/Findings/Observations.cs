using ThroughputKit.Probes;

namespace ThroughputKit.Findings;

/// <summary>What was observed in a run, beside its figures.</summary>
internal sealed record Observations
{
    /// <summary>Gets whether the load was ended early, because the app returned nothing but one error.</summary>
    public bool OnlyErrors { get; init; }

    /// <summary>Gets the function that hides secrets in a text of the app.</summary>
    public Func<string, string> Hide { get; init; } = static text => text;

    /// <summary>Gets the status of the very first response, including the warm-up; 0 if there was no response.</summary>
    public int FirstStatus { get; init; }

    /// <summary>Gets the cookies of the preparation that no request carried, each with the reason.</summary>
    public IReadOnlyList<string> UnsentCookies { get; init; } = [];

    /// <summary>Gets the use of the thread pool; <see langword="null"/> for an app in another process.</summary>
    public PoolUse? Pool { get; init; }

    /// <summary>Gets the app's output for its requests; <see langword="null"/> if there was little, or it is unknown.</summary>
    public LoggingFigures? Logging { get; init; }

    /// <summary>Gets the number of iterations, warm-up included, that were left running, because they did not end.</summary>
    public long StuckIterations { get; init; }
}
