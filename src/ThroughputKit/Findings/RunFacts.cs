using ThroughputKit.Hosting;
using ThroughputKit.Planning;

namespace ThroughputKit.Findings;

/// <summary>The facts from which findings are derived.</summary>
/// <param name="App">The app as it ran.</param>
/// <param name="Result">The result, without findings.</param>
/// <param name="StoppedByItself">Whether the app was stopping before the kit stopped it.</param>
/// <param name="StopProblem">The problem when the kit stopped the app; <see langword="null"/> if there was none.</param>
/// <param name="Exit">The exit of the app's own process, if it ended on its own and unexpectedly.</param>
internal sealed record RunFacts(RunningApp App, LoadResult Result, bool StoppedByItself, string? StopProblem, AppExit? Exit = null)
{
    /// <summary>Gets the memory that findings on allocated bytes are about: that of all requests, or of one that was sent alone.</summary>
    public MemoryFigures Memory { get; init; } = Result.Memory;

    /// <summary>Gets what was observed.</summary>
    public Observations Observed { get; init; } = new();

    /// <summary>Gets the plan; <see langword="null"/> if it isn't known.</summary>
    public LoadPlan? Plan { get; init; }

    /// <summary>Gets the number of connections that the kit opens by itself: more than at a time if it opens them anew.</summary>
    public long OwnConnections { get; init; } = Result.Connections;

    /// <summary>Gets the app of the other side, if two are compared.</summary>
    public RunningApp? Other { get; init; }

    /// <summary>Gets the names of the reference and of this side, if two are compared.</summary>
    public (string Reference, string Candidate) Names { get; init; } = ("the reference", "the candidate");

    /// <summary>
    /// Gets the work that each side of a comparison does after the responses of a short turn; <see langword="null"/> if it isn't known for both.
    /// </summary>
    public (TrailingWork Reference, TrailingWork Candidate)? TrailingWork { get; init; }

    /// <summary>Gets the RPS of a side of a comparison while no other side was loaded; <see langword="null"/> if it isn't known.</summary>
    public double? RpsAlone { get; init; }

    /// <summary>Gets the assemblies whose speed counts: the kit's and, as far as they are known, the app's and its libraries'.</summary>
    public IEnumerable<MeasuredCode> MeasuredCode => [.. new[] { Hosting.MeasuredCode.Kit }.OfType<MeasuredCode>(), .. App.Code];
}
