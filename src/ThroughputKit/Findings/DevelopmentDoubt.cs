namespace ThroughputKit.Findings;

/// <summary>A caller's host runs in the Development environment.</summary>
internal sealed class DevelopmentDoubt : IDoubt
{
    public const string Name = "DevelopmentEnvironment";

    public IReadOnlyList<string> Names => [Name];

    public Finding? Examine(RunFacts run) =>
        run.App.Facts?.IsDevelopment != true ? null : new Finding(
            Name,
            FindingSeverity.Warning,
            "The app runs in the Development environment, with its exception pages and checks.",
            "Measure it as Production: build the host so, or leave the environment of LoadTest.For<TEntryPoint>() as it is.");
}
