using ThroughputKit.Testing;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Testing;

public class InconclusiveFileTests
{
    [Fact]
    public void Has_a_line_for_each_test()
    {
        using var folder = new TemporaryFolder();
        new InconclusiveFile(folder.Path).Add("Gates.Orders", "Inconclusive: MinRps: too close\nSee NotSteady.\n");
        new InconclusiveFile(folder.Path).Add("Gates.List", "Inconclusive: MaxP99LatencyMs: too close");

        Assert.Equal(
            ["Gates.Orders: Inconclusive: MinRps: too close See NotSteady.", "Gates.List: Inconclusive: MaxP99LatencyMs: too close"],
            File.ReadLines(Assert.Single(Directory.GetFiles(folder.Path))));
    }

    [Fact]
    public void Without_its_folder_nothing_is_written()
    {
        using var folder = new TemporaryFolder();
        new InconclusiveFile(Path.Combine(folder.Path, InconclusiveFile.Folder)).Add("Gates.Orders", "too close");

        Assert.Empty(Directory.GetFileSystemEntries(folder.Path));
    }
}
