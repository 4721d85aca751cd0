using System.Runtime.Versioning;
using System.Text;
using ThroughputKit.Baselines.Files;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Baselines.Files;

/// <summary>Files that can and can't be read and written.</summary>
public sealed class BaselineFileTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    private string Path => _folder.File("hello.json");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void A_missing_file_is_neither_read_nor_an_error() => Assert.Null(BaselineFile.Read(Path));

    [Fact]
    public void A_folder_is_an_error()
    {
        Directory.CreateDirectory(Path);

        Assert.Equal($"The baseline {Path} is a folder. Expected: a file. Name a file in it.", Wrong());
    }

    [Fact]
    public void A_file_above_the_size_limit_is_not_read()
    {
        using (var file = File.Create(Path))
        {
            file.SetLength(BaselineFile.MaxBytes + 1);
        }

        Assert.StartsWith($"The baseline file {Path} has 16,777,217 B. Expected: at most 16,777,216 B. Is this the right file?", Wrong(), StringComparison.Ordinal);
    }

    [Fact]
    public void A_file_that_another_program_has_open_is_an_error()
    {
        using var open = new FileStream(Path, FileMode.Create, FileAccess.ReadWrite, FileShare.None);

        Assert.StartsWith($"The baseline file {Path} can't be read: ", Wrong(), StringComparison.Ordinal);
    }

    [Fact]
    public void A_change_creates_the_file_and_its_folder_and_leaves_nothing_else()
    {
        var path = _folder.File("Baselines/hello.json");

        BaselineFile.Change(path, _ => new Dictionary<string, BaselineEntry> { ["a"] = Measured.Baseline() });

        Assert.Equal(path, Assert.Single(Directory.GetFiles(_folder.Path, "*", SearchOption.AllDirectories)));
        Assert.Equal(["a"], BaselineFile.Read(path)!.Tests.Keys);
    }

    [Fact]
    public void A_change_sees_what_others_have_written_and_can_leave_it_unchanged()
    {
        BaselineFile.Change(Path, _ => new Dictionary<string, BaselineEntry> { ["a"] = Measured.Baseline() });
        var written = File.ReadAllBytes(Path);

        BaselineFile.Change(Path, tests =>
        {
            Assert.Equal(["a"], tests.Keys);
            return null;
        });

        Assert.Equal(written, File.ReadAllBytes(Path));
    }

    [Theory]
    [InlineData("{\"mine\": true}")]
    [InlineData("{\"kind\": \"ThroughputKit baseline\", \"schema\": 3}")]
    [InlineData("")]
    public void A_change_never_replaces_a_file_that_is_not_a_baseline_of_this_schema(string text)
    {
        File.WriteAllText(Path, text);

        Assert.Throws<LoadTestException>(() => BaselineFile.Change(Path, _ => BaselineDocument.None));

        Assert.Equal(text, Encoding.UTF8.GetString(File.ReadAllBytes(Path)));
    }

    [UnixFact("making a link takes a privilege there.")]
    [UnsupportedOSPlatform("windows")]
    public void A_link_stays_a_link_and_its_target_is_changed()
    {
        var real = _folder.File("real.json");
        BaselineFile.Change(real, _ => new Dictionary<string, BaselineEntry> { ["a"] = Measured.Baseline() });
        File.SetUnixFileMode(real, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead | UnixFileMode.GroupWrite);
        File.CreateSymbolicLink(Path, real);

        BaselineFile.Change(Path, _ => new Dictionary<string, BaselineEntry> { ["b"] = Measured.Baseline() });

        Assert.Equal(real, new FileInfo(Path).LinkTarget);
        Assert.Equal(["b"], BaselineFile.Read(real)!.Tests.Keys);
        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead | UnixFileMode.GroupWrite, File.GetUnixFileMode(real));
    }

    [Fact]
    public void A_place_that_cannot_be_written_is_an_error()
    {
        File.WriteAllText(Path, "");
        var path = System.IO.Path.Combine(Path, "hello.json");

        var exception = Assert.Throws<LoadTestException>(() => BaselineFile.Change(path, _ => BaselineDocument.None));

        Assert.Contains($"The baseline file {path} can't be written: ", exception.Message, StringComparison.Ordinal);
    }

    private string Wrong() => Assert.Single(Assert.Throws<LoadTestException>(() => BaselineFile.Read(Path)).Problems);
}
