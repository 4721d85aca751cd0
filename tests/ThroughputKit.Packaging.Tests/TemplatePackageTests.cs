using System.Xml.Linq;
using ThroughputKit.Tests.Packaging.Support;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Packaging;

/// <summary>The template behind <c>dotnet new throughputkit-tests</c>.</summary>
[Collection(Packing.Name)]
public sealed class TemplatePackageTests(PackedPackages packages)
{
    private const string Project = "content/throughputkit-tests/Company.ThroughputTests.csproj";

    [Fact]
    public void The_project_references_the_package_versions_that_the_kit_was_built_with_and_its_own()
    {
        using var package = packages.Open("ThroughputKit.Templates");
        using var project = package.Open(Project);
        var pinned = XDocument.Load(Path.Combine(Repository.Root, "Directory.Packages.props")).Descendants("PackageVersion")
            .ToDictionary(e => e.Attribute("Include")!.Value, e => e.Attribute("Version")!.Value, StringComparer.Ordinal);

        var asked = XDocument.Load(project).Descendants("PackageReference").Where(e => e.Attribute("Include") is not null)
            .ToDictionary(e => e.Attribute("Include")!.Value, e => e.Attribute("Version")!.Value, StringComparer.Ordinal);

        Assert.Equal(
            ["Microsoft.NET.Test.Sdk", "ThroughputKit.Xunit", "ThroughputKit.XunitV3", "xunit", "xunit.runner.visualstudio", "xunit.v3"],
            asked.Keys.Order(StringComparer.Ordinal));
        Assert.All(asked, a => Assert.Equal(a.Key.StartsWith("ThroughputKit", StringComparison.Ordinal) ? package.Version : pinned[a.Key], a.Value));
    }
}
