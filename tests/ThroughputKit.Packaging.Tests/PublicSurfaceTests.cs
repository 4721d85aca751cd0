using System.Reflection;
using PublicApiGenerator;
using ThroughputKit.Tests.Packaging.Support;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Packaging;

/// <summary>The public surface of each package, pinned by an approved file, so that every change shows in a diff.</summary>
[Collection(Packing.Name)]
public sealed class PublicSurfaceTests(PackedPackages packages) : IDisposable
{
    // The attributes of an assembly depend on the checkout.
    private static readonly ApiGeneratorOptions _options = new() { IncludeAssemblyAttributes = false, TreatRecordsAsClasses = false };

    private readonly TemporaryFolder _folder = new();

    public static TheoryData<string> Libraries => [.. PackageNames.Libraries];

    public void Dispose() => _folder.Dispose();

    [Theory]
    [MemberData(nameof(Libraries))]
    public void Matches_what_was_approved(string name)
    {
        // All of them, because they use each other's types.
        foreach (var library in PackageNames.Libraries)
        {
            using var package = packages.Open(library);
            File.WriteAllBytes(_folder.File($"{library}.dll"), package.Read($"lib/net10.0/{library}.dll"));
        }

        var surface = ApiGenerator.GeneratePublicApi(Assembly.LoadFrom(_folder.File($"{name}.dll")), _options);

        Approval.Verify($"{name}.api.txt", $"{surface.TrimEnd()}\n".ReplaceLineEndings("\n"));
    }
}
