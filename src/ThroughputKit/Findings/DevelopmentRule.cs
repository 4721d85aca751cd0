namespace ThroughputKit.Findings;

/// <summary>The caller's host runs in the Development environment.</summary>
internal sealed class DevelopmentRule : IFindingRule
{
    public Finding? Examine(RunFacts run) =>
        run.App.Facts?.IsDevelopment != true ? null : new Finding(
            FindingNames.DevelopmentEnvironment,
            FindingSeverity.Warning,
            "The app runs in the Development environment, with its exception pages and checks.",
            "Measure in Production: build the host that way, or keep the default environment of LoadTest.For<TEntryPoint>().");
}
