namespace ThroughputKit.Tests.Packaging.Support;

/// <summary>A package that another one needs: <c>1.0.0</c> is that version or a later one, <c>[1.0.0]</c> the very same.</summary>
internal sealed record Dependency(string Id, string Version, string? Exclude)
{
    public bool IsExact => Version.StartsWith('[');
}
