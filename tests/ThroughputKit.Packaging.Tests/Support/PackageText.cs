using System.Globalization;
using System.Text;

namespace ThroughputKit.Tests.Packaging.Support;

/// <summary>The contents and metadata of a package as text, without the common version and what depends on the checkout.</summary>
internal static class PackageText
{
    // These are listed below, differ between checkouts, are covered by the changelog, or repeat the licence.
    private static readonly string[] _toldElsewhere = ["id", "version", "dependencies", "releaseNotes", "licenseUrl"];

    public static string Of(string name, Package package, Package? symbols)
    {
        var text = new StringBuilder(name).Append('\n');
        foreach (var fact in package.Facts.Where(fact => !_toldElsewhere.Contains(fact.Name.LocalName)))
        {
            var value = fact.Name.LocalName == "repository" ? fact.Attribute("type")!.Value : fact.Value;
            text.Append(CultureInfo.InvariantCulture, $"    {fact.Name.LocalName}: {value}\n");
        }

        Section(text, "Dependencies", package.Dependencies.Select(dependency => Line(dependency, package.Version)));
        Section(text, "Frameworks", package.Frameworks);
        Section(text, "Which bring in turn", RestoredPackages.BroughtBy(name, package.Dependencies.Select(dependency => dependency.Id)));
        Section(text, "Files", package.Files);
        Section(text, "Symbols", symbols?.Files ?? []);
        return text.ToString();
    }

    private static string Line(Dependency dependency, string version) =>
        $"{dependency.Id}, {dependency.Versions(version)}" + (dependency.Exclude is null ? "" : $", without {dependency.Exclude}");

    private static void Section(StringBuilder text, string heading, IEnumerable<string> lines)
    {
        text.Append(CultureInfo.InvariantCulture, $"{heading}\n");
        foreach (var line in lines.DefaultIfEmpty("none"))
        {
            text.Append(CultureInfo.InvariantCulture, $"    {line}\n");
        }
    }
}
