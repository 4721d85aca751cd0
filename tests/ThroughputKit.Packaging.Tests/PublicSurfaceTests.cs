using ThroughputKit.Tests.Packaging.Support;

namespace ThroughputKit.Tests.Packaging;

/// <summary>The public surface of each package, pinned by an approved file, so that every change shows in a diff.</summary>
[Collection(Packing.Name)]
public sealed class PublicSurfaceTests(PackedPackages packages)
{
    public static TheoryData<string> Libraries => [.. PackageNames.Libraries];

    [Theory]
    [MemberData(nameof(Libraries))]
    public void Matches_what_was_approved(string name)
    {
        using var package = packages.Open(name);

        Approval.Verify($"{name}.api.txt", PublicSurface.Of(package.Read($"lib/net10.0/{name}.dll")));
    }
}
