using ThroughputKit.Isolation;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Isolation;

/// <summary>The files of the lock: where they are, what is wrong with them, and what is left of them.</summary>
public sealed class MachineLockFileTests : MachineLockTestBase
{
    [Fact]
    public async Task Nothing_is_left_but_the_lock_files_themselves()
    {
        (await EnterAsync())!.Dispose();

        Assert.Equal(["measuring.lock", "measuring.lock.queue"], Directory.GetFiles(_folder.Path).Select(Path.GetFileName).Order(StringComparer.Ordinal)!);
    }

    [Fact]
    public async Task A_lock_file_that_cannot_be_written_is_an_error_that_names_the_remedy()
    {
        await File.WriteAllTextAsync(_folder.File("file"), "");
        var machineLock = new MachineLock(_folder.File("file/measuring.lock"));

        var exception = await Assert.ThrowsAsync<LoadTestException>(() => machineLock.EnterAsync(_long, _announced.Add, CancellationToken.None));

        var problem = Assert.Single(exception.Problems);
        Assert.StartsWith($"The lock file {_folder.File("file/measuring.lock.queue")} can't be written: ", problem, StringComparison.Ordinal);
        Assert.EndsWith("The lock keeps measurements from running at the same time. Set THROUGHPUTKIT_LOCK_FILE to another path.", problem, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Leaving_does_not_throw_even_if_the_folder_is_gone()
    {
        var held = await EnterAsync();
        foreach (var file in Directory.GetFiles(_folder.Path))
        {
            File.Delete(file);
        }

        Directory.Delete(_folder.Path);
        held!.Dispose();
        Directory.CreateDirectory(_folder.Path);
    }

    [Theory]
    [InlineData("relative.lock")]
    [InlineData("~/measuring.lock")]
    [InlineData(" ")]
    public void A_path_that_is_not_absolute_is_an_error(string path)
    {
        var exception = Assert.Throws<LoadTestException>(() => MachineLock.OfThisMachine(_ => path));

        Assert.Equal(
            $"THROUGHPUTKIT_LOCK_FILE is '{path}'. Expected: an absolute path, the same for all processes that measure on this machine. "
            + "Each test assembly runs in its own folder, so a relative path would name several files.",
            Assert.Single(exception.Problems));
    }

    [Fact]
    public async Task Without_a_home_folder_that_can_be_written_it_is_in_the_temporary_folder()
    {
        await File.WriteAllTextAsync(_folder.File("file"), "");

        Assert.Equal(_folder.File("ThroughputKit/measuring.lock"), MachineLock.DefaultPath(_folder.Path));
        Assert.All(["", _folder.File("file")], home => Assert.StartsWith(Path.GetTempPath(), MachineLock.DefaultPath(home), StringComparison.Ordinal));
        Assert.All(["", _folder.File("file")], home => Assert.EndsWith(
            Path.Combine($"ThroughputKit-{Environment.UserName}", "measuring.lock"), MachineLock.DefaultPath(home), StringComparison.Ordinal));
        Assert.Empty(Directory.GetFiles(_folder.File("ThroughputKit")));
    }

    [Fact]
    public async Task The_environment_can_name_another_file()
    {
        using var folder = new TemporaryFolder();
        var path = folder.File("there/it.lock");
        var machineLock = MachineLock.OfThisMachine(name => name == MachineLock.PathVariable ? path : null);

        (await machineLock.EnterAsync(_long, _announced.Add, CancellationToken.None))!.Dispose();

        Assert.True(File.Exists(path));
    }
}
