namespace ThroughputKit.Tests.Packaging.Support;

/// <summary>The packages of this repository.</summary>
internal static class PackageNames
{
    /// <summary>Those with an assembly.</summary>
    public static readonly string[] Libraries =
    [
        "ThroughputKit",
        "ThroughputKit.Xunit",
        "ThroughputKit.XunitV3",
        "ThroughputKit.FluentAssertions",
        "ThroughputKit.AwesomeAssertions",
    ];

    public static readonly string[] All = [.. Libraries, "ThroughputKit.Templates"];
}
