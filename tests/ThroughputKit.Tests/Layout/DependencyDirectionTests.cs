using System.Text.RegularExpressions;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Layout;

/// <summary>Data flows one way: a folder of the core uses only what stands before it.</summary>
public partial class DependencyDirectionTests
{
    private static readonly string[] _order =
    [
        "Requests", "Responses", "Pacing", "Watching", "Measurement", "Statistics", "Hosting", "Planning", "Engines", "Reporting", "Gates", "Findings", "Baselines", "Running", "Comparison", "Isolation", "Testing", "Searching",
    ];

    public static TheoryData<string> Folders => [.. _order];

    [Theory]
    [MemberData(nameof(Folders))]
    public void A_folder_uses_only_what_stands_before_it(string folder)
    {
        var allowed = _order[..Array.IndexOf(_order, folder)];

        var used = Directory.GetFiles(Path.Combine(Repository.Root, "src", "ThroughputKit", folder), "*.cs", SearchOption.AllDirectories)
            .SelectMany(file => Usings().Matches(File.ReadAllText(file)).Select(m => m.Groups[1].Value))
            .Where(other => other != folder).Distinct();

        Assert.Empty(used.Except(allowed));
    }

    [Fact]
    public void Every_folder_has_its_place()
    {
        var folders = Directory.GetDirectories(Path.Combine(Repository.Root, "src", "ThroughputKit")).Select(Path.GetFileName)
            .Where(name => name is not ("bin" or "obj" or "Results"));

        Assert.Equal(_order.Order(StringComparer.Ordinal), folders.Order(StringComparer.Ordinal)!);
    }

    [GeneratedRegex(@"^using ThroughputKit\.(\w+)", RegexOptions.Multiline)]
    private static partial Regex Usings();
}
