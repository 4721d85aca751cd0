using System.Reflection;
using System.Text.RegularExpressions;
using ThroughputKit.Engines;
using ThroughputKit.Findings;
using ThroughputKit.Gates;
using ThroughputKit.Reporting;
using ThroughputKit.Searching;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Layout;

/// <summary>Dependencies have one direction: a type of the core uses only types whose place is its own or before it in the list.</summary>
public partial class DependencyDirectionTests
{
    // Folders, and types of the root folder, each where the data flows. What stands in one line is one place.
    private static readonly string[] _order =
    [
        "Required Readable Counted Problem SetTwice DisplayName IAssertionException IReportedException LoadInconclusiveException LoadTestException",
        "LoadEngine LoadProtocol InconclusivePolicy BaselineTolerance ComparisonGates LoadGates LoadOptions AppOptions ThroughputReference BodyPredicate",
        "Responses",
        "Requests LoadRequest LoadData LoadValueWriter",
        "Pacing LoadRate LoadUsers",
        "Counting",
        "Probes",
        "Recording",
        "Traffic",
        "Statistics",
        "Results LoadSample LoadGateException",
        "Hosting PublishedAppOptions",
        "Scenarios LoadUser LoadStep LoadRow LoadWebSocket LoadMessage",
        "Planning",
        "Engines",
        "Reporting",
        "Gates",
        "Findings",
        "Running",
        "Slices",
        "Comparison",
        "Experiments",
        "Searching",
        "Baselines",
        "Reports",
        "Trends",
        "LoadTest LoadComparison LoadExperiment LoadTrend ThroughputHost",
        "Isolation",
        "Testing",
        "Verification ConsoleProgress",
    ];

    private static readonly string _core = Path.Combine(Repository.Root, "src", "ThroughputKit");

    // Each type has its own file. Its place is the folder of that file or, in the root, the type itself.
    private static readonly (string Type, string Place, string Code)[] _files =
    [
        .. from file in Directory.GetFiles(_core, "*.cs", SearchOption.AllDirectories)
           let path = Path.GetRelativePath(_core, file).Split(Path.DirectorySeparatorChar)
           where path[0] is not ("bin" or "obj")
           select (path[^1].Split('.')[0], path[0].Split('.')[0], Comment().Replace(File.ReadAllText(file), "")),
    ];

    private static readonly Dictionary<string, string> _places =
        _files.Select(f => (f.Type, f.Place)).Distinct().ToDictionary(f => f.Type, f => f.Place, StringComparer.Ordinal);

    private static readonly Type[] _types = [.. typeof(LoadTest).Assembly.GetTypes().Where(t => !t.IsNested)];

    // The compiler replaces a constant by its value, so its uses are found in the source.
    private static readonly (string Name, Type Type)[] _constants =
    [
        .. from type in _types
           from field in type.GetFields(BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Static)
           where field.IsLiteral
           select ($"{type.Name}.{field.Name}", type),
    ];

    public static TheoryData<string> Places => [.. _order];

    [Theory]
    [MemberData(nameof(Places))]
    public void A_type_uses_only_its_own_place_and_earlier_ones(string place)
    {
        string[] allowed =
        [
            .. _order.TakeWhile(p => p != place).Append(place).SelectMany(p => p.Split(' ')),
            "Results", // data, which every step fills in or reads
            .. place.StartsWith("Results", StringComparison.Ordinal) ? ["Reporting", "Reports"] : Array.Empty<string>(), // their text
        ];

        var uses =
            from type in _types
            where place.Split(' ').Contains(PlaceOf(type))
            from used in Uses(type)
            where PlaceOf(used) is { } other && !allowed.Contains(other)
            select $"{type.Name} uses {used.Name} of {PlaceOf(used)}";

        Assert.Empty(uses);
    }

    [Theory]
    [InlineData(nameof(ComparisonText), nameof(TextTable))] // a call
    [InlineData(nameof(LoadTest), nameof(MaxRateRun))] // in a lambda
    [InlineData(nameof(GateFailure), nameof(Verdict))] // a generic argument
    [InlineData(nameof(EndlessResponse), nameof(ResponseProgress))] // a constant
    public void Every_kind_of_use_is_found(string type, string used) => Assert.Contains(used, Uses(_types.Single(t => t.Name == type)).Select(t => t.Name));

    [Fact]
    public void Every_folder_and_every_type_of_the_root_has_one_place() =>
        Assert.Equal(_places.Values.Distinct().Order(StringComparer.Ordinal), _order.SelectMany(p => p.Split(' ')).Order(StringComparer.Ordinal));

    [Fact]
    public void Public_types_are_in_the_root_if_users_write_them_and_in_Results_if_they_read_them() =>
        Assert.DoesNotContain(_types, t => t.IsPublic && PlaceOf(t) != "Results" && PlaceOf(t) != NameOf(t));

    [Fact]
    public void Results_are_data() => Assert.DoesNotContain(_files, f => f.Place == "Results" && Access().IsMatch(f.Code));

    private static IEnumerable<Type> Uses(Type type)
    {
        var code = string.Concat(_files.Where(f => f.Type == NameOf(type)).Select(f => f.Code));
        return UsedTypes.Of(type).Concat(_constants.Where(c => code.Contains(c.Name, StringComparison.Ordinal)).Select(c => c.Type)).Distinct();
    }

    // What the compiler adds has no file.
    private static string? PlaceOf(Type type) => type.Assembly == typeof(LoadTest).Assembly ? _places.GetValueOrDefault(NameOf(type)) : null;

    private static string NameOf(Type type) => type.Name.Split('`')[0];

    [GeneratedRegex(@"^\s*//.*$", RegexOptions.Multiline)]
    private static partial Regex Comment();

    [GeneratedRegex(@"\b(File|Directory|Console|AsyncLocal|GetEnvironmentVariable)\b")]
    private static partial Regex Access();
}
