using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using System.Text;
using System.Text.RegularExpressions;
using ThroughputKit.Tests.Packaging.Support;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Packaging;

/// <summary>What a consumer of the packages gets.</summary>
[Collection(Packing.Name)]
public sealed partial class PackageTests(PackedPackages packages)
{
    public static TheoryData<string> All => [.. PackageNames.All];

    public static TheoryData<string> Libraries => [.. PackageNames.Libraries];

    [Fact]
    public void One_command_packs_all_packages_in_one_version_without_output()
    {
        using var core = packages.Open("ThroughputKit");
        var expected = PackageNames.All.Select(name => $"{name}.{core.Version}.nupkg").Concat(PackageNames.Libraries.Select(name => $"{name}.{core.Version}.snupkg"));

        Assert.Equal(expected.Order(StringComparer.Ordinal), packages.Files);
        Assert.Equal("", packages.Output);
    }

    [Theory]
    [MemberData(nameof(All))]
    public void The_contents_of_a_package_match_what_was_approved(string name)
    {
        using var package = packages.Open(name);
        using var symbols = PackageNames.Libraries.Contains(name) ? packages.OpenSymbols(name) : null;

        Approval.Verify($"{name}.package.txt", PackageText.Of(name, package, symbols));
    }

    [Theory]
    [MemberData(nameof(All))]
    public void The_release_notes_are_the_changelogs_for_this_version(string name)
    {
        using var package = packages.Open(name);
        var notes = package.Facts.Single(fact => fact.Name.LocalName == "releaseNotes").Value.ReplaceLineEndings("\n");
        var changelog = File.ReadAllText(Path.Combine(Repository.Root, "CHANGELOG.md")).ReplaceLineEndings("\n");

        var section = changelog.Split("\n## ").Single(one => one.Split(' ', '\n')[0] == package.Version);
        Assert.Equal(section[section.IndexOf('\n', StringComparison.Ordinal)..].Trim(), notes);
    }

    [Theory]
    [MemberData(nameof(All))]
    public void The_readme_is_the_repositorys_except_for_link_targets(string name)
    {
        using var package = packages.Open(name);

        var readme = AddressAtCommit().Replace(Encoding.UTF8.GetString(package.Read("README.md")), "](");
        Assert.Equal(File.ReadAllText(Path.Combine(Repository.Root, "README.md")).TrimEnd(), readme.TrimEnd());
    }

    [Theory]
    [MemberData(nameof(Libraries))]
    public void The_symbols_are_those_of_the_library(string name)
    {
        using var package = packages.Open(name);
        using var symbols = packages.OpenSymbols(name);
        using var library = new PEReader(new MemoryStream(package.Read($"lib/net10.0/{name}.dll")));
        using var pdb = MetadataReaderProvider.FromPortablePdbStream(new MemoryStream(symbols.Read($"lib/net10.0/{name}.pdb")));

        var built = library.ReadDebugDirectory().Single(entry => entry.Type == DebugDirectoryEntryType.CodeView);
        Assert.Equal(library.ReadCodeViewDebugDirectoryData(built).Guid, new BlobContentId(pdb.GetMetadataReader().DebugMetadataHeader!.Id).Guid);
        Assert.Contains(library.ReadDebugDirectory(), entry => entry.Type == DebugDirectoryEntryType.Reproducible);
    }

    [Fact]
    public void The_library_embeds_the_startup_hook_and_the_package_has_no_other_assembly()
    {
        using var package = packages.Open("ThroughputKit");
        using var library = new PEReader(new MemoryStream(package.Read("lib/net10.0/ThroughputKit.dll")));
        var metadata = library.GetMetadataReader();

        Assert.Single(package.Files, file => file.EndsWith(".dll", StringComparison.Ordinal));
        Assert.Contains("ThroughputKit.StartupHook.dll", metadata.ManifestResources.Select(resource => metadata.GetString(metadata.GetManifestResource(resource).Name)));
    }

    [GeneratedRegex(@"\]\(https://[^)\s]*/blob/[0-9a-f]{40}/")]
    private static partial Regex AddressAtCommit();
}
