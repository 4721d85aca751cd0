using System.Text.RegularExpressions;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Layout;

/// <summary>Dependencies have one direction: a folder of the core uses only folders before it in the list.</summary>
public partial class DependencyDirectionTests
{
    private static readonly string[] _order =
    [
        "Requests", "Responses", "Pacing", "Probes", "Recording", "Statistics", "Hosting", "Planning", "Engines", "Reporting", "Gates", "Findings", "Baselines", "Running", "Experiments", "Comparison", "Isolation", "Testing", "Searching",
    ];

    public static TheoryData<string> Folders => [.. _order];

    [Theory]
    [MemberData(nameof(Folders))]
    public void A_folder_uses_only_earlier_folders(string folder)
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

    [Fact]
    public void Public_types_are_in_the_root_if_users_write_them_and_in_Results_if_they_read_them()
    {
        var core = Path.Combine(Repository.Root, "src", "ThroughputKit");

        Assert.DoesNotContain(_order.SelectMany(folder => Directory.GetFiles(Path.Combine(core, folder), "*.cs", SearchOption.AllDirectories)), f => PublicType().IsMatch(File.ReadAllText(f)));
    }

    [Fact]
    public void Results_are_data()
    {
        var results = Path.Combine(Repository.Root, "src", "ThroughputKit", "Results");

        Assert.DoesNotContain(Directory.GetFiles(results, "*.cs"), f => Access().IsMatch(File.ReadAllText(f)));
    }

    [GeneratedRegex(@"^public ", RegexOptions.Multiline)]
    private static partial Regex PublicType();

    [GeneratedRegex(@"\b(File|Directory|Console|AsyncLocal|GetEnvironmentVariable)\b")]
    private static partial Regex Access();

    [GeneratedRegex(@"^using ThroughputKit\.(\w+)", RegexOptions.Multiline)]
    private static partial Regex Usings();
}
