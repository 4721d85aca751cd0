using ThroughputKit.Tests.Support;
using ThroughputKit.Trends;

namespace ThroughputKit.Tests.Trends;

/// <summary>Results that are added to a folder.</summary>
public class ResultHistoryTests
{
    private static readonly DateTimeOffset _time = new(2026, 11, 28, 3, 17, 35, 123, TimeSpan.Zero);

    [Fact]
    public void A_file_has_the_time_the_commit_and_the_test_in_its_name()
    {
        using var folder = new TemporaryFolder();

        var path = ResultHistory.Add(folder.File("new"), "{}", "Shop.Tests.Hello", _time.ToOffset(TimeSpan.FromHours(2)), "3ebc0e6");

        Assert.Equal(Path.Combine(folder.Path, "new", "20261128T031735.123Z+3ebc0e6+Shop.Tests.Hello.json"), path);
        Assert.Equal("{}", File.ReadAllText(path));
        Assert.Equal([path], ResultHistory.Files(folder.File("new")));
        Assert.Equal(new HistoryFile(_time, "3ebc0e6", "Shop.Tests.Hello"), HistoryFile.Parse(path));
    }

    [Theory]
    [InlineData("Hello(path: \"/orders?a=1&b=2\")")]
    [InlineData("a/../../b\\c:*?+.json")]
    [InlineData("..")]
    [InlineData("\u202eline\nbreak\0")]
    [InlineData("\u00c4\u5bbd")]
    public void Any_name_can_be_kept(string name)
    {
        using var folder = new TemporaryFolder();

        var path = ResultHistory.Add(folder.Path, "{}", name, _time);

        Assert.Equal(folder.Path, Path.GetDirectoryName(path));
        Assert.Equal(new HistoryFile(_time, null, name), HistoryFile.Parse(path));
    }

    [Fact]
    public void A_long_name_is_cut_and_stays_different_from_others()
    {
        using var folder = new TemporaryFolder();
        var name = new string('\u5bbd', 10_000);

        var (first, second) = (ResultHistory.Add(folder.Path, "{}", name + "1", _time), ResultHistory.Add(folder.Path, "{}", name + "2", _time));

        Assert.NotEqual(HistoryFile.Parse(first)!.Name, HistoryFile.Parse(second)!.Name);
        Assert.InRange(Path.GetFileName(first).Length, 100, 250);
    }

    [Fact]
    public void Tests_of_one_name_at_once_lose_no_result()
    {
        using var folder = new TemporaryFolder();

        Parallel.For(0, 20, i => ResultHistory.Add(folder.Path, $"{i}", "Hello", _time));

        Assert.Equal(
            Enumerable.Range(0, 20).Select(i => $"{i}").Order(StringComparer.Ordinal),
            ResultHistory.Files(folder.Path).Select(File.ReadAllText).Order(StringComparer.Ordinal));
        Assert.All(ResultHistory.Files(folder.Path), f => Assert.Equal("Hello", HistoryFile.Parse(f)!.Name));
    }

    [Fact]
    public void A_folder_that_is_a_file_is_an_error_that_the_caller_sees()
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(folder.File("taken"), "");

        Assert.ThrowsAny<IOException>(() => ResultHistory.Add(folder.File("taken"), "{}", "Hello", _time));
    }

    [Theory]
    [InlineData("result.json")]
    [InlineData("2026-11-28.json")]
    public void A_name_without_a_time_is_none(string name) => Assert.Null(HistoryFile.Parse(name));
}
