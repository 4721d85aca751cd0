using ThroughputKit.Hosting;

namespace ThroughputKit.Findings;

/// <summary>What doubts are found from.</summary>
/// <param name="App">The app as it ran.</param>
/// <param name="Result">The result, without findings.</param>
/// <param name="StoppedByItself">Whether the app was stopping before the kit stopped it.</param>
/// <param name="StopProblem">What went wrong when the kit stopped the app, or <see langword="null"/>.</param>
internal sealed record RunFacts(RunningApp App, LoadResult Result, bool StoppedByItself, string? StopProblem);
