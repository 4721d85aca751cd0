using System.Text.Json;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Packaging.Support;

/// <summary>The packages that restoring found for a project of <c>src</c>.</summary>
internal static class RestoredPackages
{
    /// <summary>The transitive dependencies of a project, without those of other packages of this repository.</summary>
    public static IEnumerable<string> BroughtBy(string project, IEnumerable<string> dependencies)
    {
        var direct = dependencies.ToHashSet();
        if (direct.Count == 0)
        {
            return [];
        }

        var needs = Needs(project);
        var seen = new HashSet<string>(direct);
        var open = new Queue<string>(direct.Except(PackageNames.All));
        while (open.TryDequeue(out var name))
        {
            foreach (var needed in needs[name].Where(seen.Add))
            {
                open.Enqueue(needed);
            }
        }

        return seen.Except(direct).Order(StringComparer.Ordinal);
    }

    private static Dictionary<string, string[]> Needs(string project)
    {
        var file = Path.Combine(Repository.Root, "src", project, "obj", "project.assets.json");
        using var assets = JsonDocument.Parse(File.ReadAllBytes(file));
        return assets.RootElement.GetProperty("targets").GetProperty("net10.0").EnumerateObject().ToDictionary(
            library => library.Name.Split('/')[0],
            library => library.Value.TryGetProperty("dependencies", out var needed) ? needed.EnumerateObject().Select(one => one.Name).ToArray() : []);
    }
}
