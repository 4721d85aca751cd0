using ThroughputKit.Testing;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Testing;

public sealed class ReportFolderTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly List<string> _output = [];

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("Shop.Tests/Shop.Tests.csproj", "Shop.Tests/bin/Release/net10.0", "", "Shop.Tests")]
    [InlineData("Shop.Tests/Shop.Tests.fsproj", "Shop.Tests/bin/Release/net10.0", "", "Shop.Tests")]
    [InlineData("Shop.Tests/Gates.csproj", "Shop.Tests/bin/Release/net10.0", "", "Shop.Tests")] // the assembly has another name
    [InlineData("tests/Shop.Tests/Shop.Tests.csproj", "artifacts/bin/Shop.Tests/release", "tests/Shop.Tests/Orders/Gates.cs", "tests/Shop.Tests")]
    [InlineData("App.txt", "Shop.Tests/bin/Release/net10.0", "Gone/Gates.cs", "Shop.Tests/bin/Release/net10.0")]
    public void Is_beside_the_project_of_the_tests_or_else_beside_the_tests(string project, string compiled, string source, string expected)
    {
        Write(project);
        Write(Path.Combine(compiled, "Shop.Tests.dll"));

        var root = ReportFolder.Root(_folder.File(compiled), "Shop.Tests", source.Length == 0 ? "/_/Gates.cs" : _folder.File(source));

        Assert.Equal(Path.Combine(_folder.File(expected), "artifacts", "throughput"), root);
    }

    [Fact]
    public void The_project_of_the_tests_counts_rather_than_another_one_below_it()
    {
        Write("Shop.Tests/Shop.Tests.csproj");
        Write("Shop.Tests/bin/Other.csproj");

        Assert.Equal(
            Path.Combine(_folder.File("Shop.Tests"), "artifacts", "throughput"),
            ReportFolder.Root(_folder.File("Shop.Tests/bin/Release"), "Shop.Tests", sourceFile: ""));
    }

    [Fact]
    public void Begins_without_what_the_kit_left_there_and_with_what_others_did()
    {
        string[] left = ["Gates.A/report.html", "Gates.A/result.json", "Gates.A/report.md", "Gates.A/report.xml", "Gates.A/report.csv", "Gates.A/comparison.html"];
        Assert.All(left.Append("Gates.A~2/result.json").Append("Gates.A~2/mine.txt").Append("Gates.B/report.html"), Write);

        Begin("Gates.A");

        Assert.Equal(["Gates.A~2/mine.txt", "Gates.B/report.html"], Files());
        Assert.False(Directory.Exists(_folder.File("Gates.A")));
        Assert.Empty(_output);
    }

    [Fact]
    public void A_second_test_of_a_name_has_another_folder()
    {
        string[] folders = [Begin("Gates.A"), Begin("Gates.A"), Begin("gates.a"), Begin("Gates.B")];

        Assert.Equal(["Gates.A", "Gates.A~2", "gates.a~3", "Gates.B"], folders);
    }

    private string Begin(string test) =>
        Path.GetFileName(Path.GetDirectoryName(ReportFolder.Begin(_folder.Path, test, _output.Add).File(ReportFormat.Html, isSecond: false))!);

    private void Write(string file)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(_folder.File(file))!);
        File.WriteAllText(_folder.File(file), "");
    }

    private IEnumerable<string> Files() => Directory.GetFiles(_folder.Path, "*", SearchOption.AllDirectories)
        .Select(f => Path.GetRelativePath(_folder.Path, f)).Order(StringComparer.Ordinal);
}
