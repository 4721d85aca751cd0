using System.Text.RegularExpressions;
using ThroughputKit.Tests.Packaging.Support;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Packaging;

/// <summary>The dependencies that docs/getting-started.md lists, compared with those of the packages.</summary>
[Collection(Packing.Name)]
public sealed partial class DependencyListTests(PackedPackages packages)
{
    [Fact]
    public void The_documentation_names_every_dependency_of_every_package_with_its_version_and_a_reason()
    {
        var packed = PackageNames.All.SelectMany(name =>
        {
            using var package = packages.Open(name);
            return package.Dependencies.Select(dependency => $"`{name}`: `{dependency.Id}`, {dependency.Versions(package.Version)}").ToArray();
        });

        var rows = Rows().Matches(Section()).Select(row => $"{row.Groups["package"].Value}: {row.Groups["brings"].Value}");

        Assert.Equal(packed, rows);
    }

    [Fact]
    public void The_core_package_depends_only_on_parts_of_dotnet()
    {
        using var package = packages.Open("ThroughputKit");
        string[] direct = [.. package.Dependencies.Select(dependency => dependency.Id)];

        Assert.Equal(["Microsoft.AspNetCore.Mvc.Testing"], direct);
        Assert.Empty(package.Frameworks); // it comes with that package
        Assert.DoesNotContain(RestoredPackages.BroughtBy("ThroughputKit", direct), name => !PartOfDotnet().IsMatch(name));
    }

    private static string Section()
    {
        var page = File.ReadAllText(Path.Combine(Repository.Root, "docs", "getting-started.md")).ReplaceLineEndings("\n");
        return page.Split("\n## ").Single(section => section.StartsWith("What the packages bring\n", StringComparison.Ordinal));
    }

    // The last cell, which may not be empty, is the reason.
    [GeneratedRegex(@"^\| (?<package>`[^|]+`) \| (?<brings>`[^|]+) \| \S[^|]* \|$", RegexOptions.Multiline | RegexOptions.ExplicitCapture)]
    private static partial Regex Rows();

    [GeneratedRegex(@"^(Microsoft\.AspNetCore\.TestHost|Microsoft\.Extensions\..*|System\.Diagnostics\.EventLog)$", RegexOptions.ExplicitCapture)]
    private static partial Regex PartOfDotnet();
}
