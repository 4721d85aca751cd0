using ThroughputKit.Hosting;

namespace ThroughputKit.Findings;

/// <summary>What doubts are found from.</summary>
/// <param name="App">The app as it ran.</param>
/// <param name="Result">The result, without findings.</param>
internal sealed record RunFacts(RunningApp App, LoadResult Result);
