namespace ThroughputKit.Tests.Attributes.Support;

/// <summary>One run of all specimens, shared by all tests of their outcomes.</summary>
internal static class AllSpecimens
{
    private static readonly Lazy<Task<SpecimenRun>> _run = new(() => SpecimenRun.RunAsync("FullyQualifiedName!~Nested&FullyQualifiedName!~Endless&FullyQualifiedName!~Ruinous"));

    public static Task<SpecimenRun> RunAsync() => _run.Value;
}
