using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Layout;

/// <summary>Lines fit on a screen.</summary>
public class LineLengthTests
{
    private const int Longest = 160;

    [Fact]
    public void No_line_of_the_sources_is_longer_than_160_characters()
    {
        var source = Path.Combine(Repository.Root, "src");
        var files = Directory.GetFiles(source, "*.cs", SearchOption.AllDirectories).Where(f => File.ReadLines(f).Any(line => line.Length > Longest))
            .Select(f => Path.GetRelativePath(source, f).Replace('\\', '/')).Where(f => !f.Contains("/obj/", StringComparison.Ordinal));

        Assert.Empty(files);
    }
}
