using System.Diagnostics;
using System.IO.Compression;
using System.Xml.Linq;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Packaging;

/// <summary>What a consumer of the package gets.</summary>
public sealed class PackageTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("throughputkit-pack-").FullName;

    [Fact]
    public void The_core_brings_the_test_host_package_and_the_framework_and_nothing_else()
    {
        using var package = Pack("ThroughputKit");
        var nuspec = Nuspec(package);

        Assert.Equal(["Microsoft.AspNetCore.Mvc.Testing"], Ids(nuspec, "dependency", "id"));
        Assert.Empty(Ids(nuspec, "frameworkReference", "name")); // it comes with that package
        Assert.Equal("MIT", nuspec.Descendants().Single(e => e.Name.LocalName == "license").Value);
    }

    [Fact]
    public void The_package_holds_the_library_its_documentation_and_the_readme()
    {
        using var package = Pack("ThroughputKit");
        string[] entries = [.. package.Entries.Select(e => e.FullName)];

        Assert.Contains("lib/net10.0/ThroughputKit.dll", entries);
        Assert.Contains("lib/net10.0/ThroughputKit.xml", entries);
        Assert.Contains("README.md", entries);
    }

    [Fact]
    public void The_library_carries_the_start_up_hook_itself_and_the_package_no_other_assembly()
    {
        using var package = Pack("ThroughputKit");

        Assert.Equal("lib/net10.0/ThroughputKit.dll", Assert.Single(package.Entries, e => e.Name.EndsWith(".dll", StringComparison.Ordinal)).FullName);
        Assert.Contains("ThroughputKit.StartupHook.dll", typeof(LoadTest).Assembly.GetManifestResourceNames());
    }

    [Fact]
    public void The_package_for_xunit_brings_the_core_of_its_own_version_and_what_xunit_is_extended_with()
    {
        using var package = Pack("ThroughputKit.Xunit");
        var nuspec = Nuspec(package);
        var version = nuspec.Descendants().Single(e => e.Name.LocalName == "version").Value;

        Assert.Equal(["ThroughputKit", "xunit.extensibility.execution"], Ids(nuspec, "dependency", "id"));
        Assert.Equal([$"[{version}]", "2.9.3"], Ids(nuspec, "dependency", "version"));
        Assert.Contains("lib/net10.0/ThroughputKit.Xunit.xml", package.Entries.Select(e => e.FullName));
        Assert.Contains("buildTransitive/ThroughputKit.Xunit.props", package.Entries.Select(e => e.FullName));
        Assert.Contains("buildTransitive/ThroughputKit.Xunit.targets", package.Entries.Select(e => e.FullName));
    }

    [Fact]
    public void The_package_for_FluentAssertions_brings_the_core_of_its_own_version_and_none_of_another_licence()
    {
        using var package = Pack("ThroughputKit.FluentAssertions");
        var nuspec = Nuspec(package);
        var version = nuspec.Descendants().Single(e => e.Name.LocalName == "version").Value;

        Assert.Equal(["ThroughputKit", "FluentAssertions"], Ids(nuspec, "dependency", "id"));
        Assert.Equal([$"[{version}]", "[6.12.0, 8.0.0)"], Ids(nuspec, "dependency", "version"));
        Assert.Contains("lib/net10.0/ThroughputKit.FluentAssertions.xml", package.Entries.Select(e => e.FullName));
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private static string[] Ids(XDocument nuspec, string element, string attribute) =>
        [.. nuspec.Descendants().Where(e => e.Name.LocalName == element).Select(e => e.Attribute(attribute)!.Value)];

    private static XDocument Nuspec(ZipArchive package)
    {
        using var stream = package.Entries.Single(e => e.FullName.EndsWith(".nuspec", StringComparison.Ordinal)).Open();
        return XDocument.Load(stream);
    }

    private ZipArchive Pack(string project)
    {
#if DEBUG
        const string Configuration = "Debug";
#else
        const string Configuration = "Release";
#endif
        using var pack = Process.Start(new ProcessStartInfo(
            "dotnet", ["pack", Path.Combine(Repository.Root, "src", project), "-c", Configuration, "--no-build", "-o", _folder, "-v", "quiet"])
        {
            RedirectStandardOutput = true,
            UseShellExecute = false,
        })!;
        var output = pack.StandardOutput.ReadToEnd();
        pack.WaitForExit();
        Assert.True(pack.ExitCode == 0, output);
        return ZipFile.OpenRead(Directory.GetFiles(_folder, $"{project}.*.nupkg").Single());
    }
}
