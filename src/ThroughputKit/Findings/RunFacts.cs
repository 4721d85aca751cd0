using System.Reflection;
using ThroughputKit.Hosting;

namespace ThroughputKit.Findings;

/// <summary>What doubts are found from.</summary>
/// <param name="App">The app as it ran.</param>
/// <param name="Result">The result, without findings.</param>
/// <param name="StoppedByItself">Whether the app was stopping before the kit stopped it.</param>
/// <param name="StopProblem">What went wrong when the kit stopped the app, or <see langword="null"/>.</param>
internal sealed record RunFacts(RunningApp App, LoadResult Result, bool StoppedByItself, string? StopProblem)
{
    /// <summary>Gets the assemblies whose speed counts: the kit's and, in this process, the app's.</summary>
    public IEnumerable<Assembly> MeasuredCode => App.Facts?.Assembly is { } app ? [typeof(RunFacts).Assembly, app] : [typeof(RunFacts).Assembly];
}
