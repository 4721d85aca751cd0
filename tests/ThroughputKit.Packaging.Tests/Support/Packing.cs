namespace ThroughputKit.Tests.Packaging.Support;

/// <summary>The tests of packages, which are packed once for all of them.</summary>
[CollectionDefinition(Name)]
public sealed class Packing : ICollectionFixture<PackedPackages>
{
    public const string Name = "Packing";
}
