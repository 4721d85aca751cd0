using ThroughputKit.Isolation;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Isolation;

/// <summary>One measurement at a time, with real files. Other processes are stood for by other locks on the same file.</summary>
public sealed class MachineLockTests : IDisposable
{
    private static readonly TimeSpan _long = TimeSpan.FromMinutes(1);

    private readonly TemporaryFolder _folder = new();
    private readonly List<string> _announced = [];
    private readonly string? _markBefore = Environment.GetEnvironmentVariable(MachineLock.MarkVariable);

    private string LockPath => _folder.File("measuring.lock");

    public void Dispose()
    {
        Environment.SetEnvironmentVariable(MachineLock.MarkVariable, _markBefore); // where holders leave in another order than they came
        _folder.Dispose();
    }

    [Fact]
    public async Task The_first_enters_without_waiting()
    {
        using var permission = await EnterAsync();

        Assert.NotNull(permission);
        Assert.Empty(_announced);
    }

    [Fact]
    public async Task The_second_waits_for_the_first_and_says_whom_it_waits_for()
    {
        var first = await EnterAsync();

        var second = EnterAsync();
        await Until(() => _announced.Count > 0);
        Assert.False(second.IsCompleted);
        first!.Dispose();
        using var permission = await second;

        Assert.NotNull(permission);
        Assert.True(permission.Waited > TimeSpan.Zero);
        Assert.Equal(
            $"Waiting for {Path.GetFileNameWithoutExtension(Environment.ProcessPath)} (process {Environment.ProcessId}): one measurement at a time happens on a machine.",
            Assert.Single(_announced));
    }

    [Fact]
    public async Task Waiting_ends_at_the_limit()
    {
        using var first = await EnterAsync();

        Assert.Null(await EnterAsync(TimeSpan.FromMilliseconds(60)));
    }

    [Fact]
    public async Task Waiting_can_be_cancelled()
    {
        using var first = await EnterAsync();
        using var cancellation = new CancellationTokenSource(TimeSpan.FromMilliseconds(60));

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => Lock().EnterAsync(_long, _announced.Add, cancellation.Token));
    }

    [Fact]
    public async Task Never_are_two_inside()
    {
        var (inside, most, done) = (0, 0, 0);

        await Task.WhenAll(Enumerable.Range(0, 8).Select(_ => Task.Run(async () =>
        {
            for (var i = 0; i < 5; i++)
            {
                using var permission = await Lock().EnterAsync(_long, _ => { }, CancellationToken.None);
                most = Math.Max(most, Interlocked.Increment(ref inside));
                await Task.Delay(1);
                Interlocked.Decrement(ref inside);
                Interlocked.Increment(ref done);
            }
        })));

        Assert.Equal((1, 40), (most, done));
    }

    [Fact]
    public async Task Who_enters_again_and_again_lets_a_waiter_in_between()
    {
        var mine = await EnterAsync();
        var other = EnterAsync();
        await Until(() => _announced.Count > 0);

        mine!.Dispose();
        var again = EnterAsync();
        using (await other)
        {
            Assert.False(again.IsCompleted);
        }

        (await again)!.Dispose();
    }

    [Fact]
    public async Task A_child_of_the_holder_inherits_its_permission()
    {
        using var parent = await EnterAsync();
        var mark = Mark();

        using var child = await Child(mark).EnterAsync(TimeSpan.Zero, _announced.Add, CancellationToken.None);
        Assert.NotNull(child);

        using var grandchild = await new MachineLock(LockPath, Mark(), me: -2).EnterAsync(TimeSpan.Zero, _announced.Add, CancellationToken.None);
        Assert.NotNull(grandchild);
    }

    [Fact]
    public async Task Children_of_one_holder_wait_for_each_other()
    {
        using var parent = await EnterAsync();
        var mark = Mark();
        using var child = await Child(mark).EnterAsync(_long, _announced.Add, CancellationToken.None);

        Assert.Null(await Child(mark).EnterAsync(TimeSpan.Zero, _announced.Add, CancellationToken.None));
    }

    [Fact]
    public async Task A_child_whose_parent_has_left_waits_like_anybody()
    {
        string mark;
        using (await EnterAsync())
        {
            mark = Mark();
        }

        using var stranger = await EnterAsync();

        Assert.Null(await Child(mark).EnterAsync(TimeSpan.Zero, _announced.Add, CancellationToken.None));
    }

    [Fact]
    public async Task Nothing_is_left_but_the_lock_files_themselves()
    {
        var before = Environment.GetEnvironmentVariable(MachineLock.MarkVariable);
        using (await EnterAsync())
        {
            var mark = Mark();
            (await Child(mark).EnterAsync(_long, _announced.Add, CancellationToken.None))!.Dispose();
        }

        Assert.Equal(before, Environment.GetEnvironmentVariable(MachineLock.MarkVariable));
        NothingIsLeft();
    }

    [Fact]
    public async Task A_lock_file_that_cannot_be_written_is_an_error_that_names_the_mend()
    {
        await File.WriteAllTextAsync(_folder.File("file"), "");
        var machineLock = new MachineLock(_folder.File("file/measuring.lock"), inherited: null, Environment.ProcessId);

        var exception = await Assert.ThrowsAsync<LoadTestException>(() => machineLock.EnterAsync(_long, _announced.Add, CancellationToken.None));

        var problem = Assert.Single(exception.Problems);
        Assert.StartsWith($"The lock file {_folder.File("file/measuring.lock.queue")} can't be written: ", problem, StringComparison.Ordinal);
        Assert.EndsWith("It keeps measurements apart. Name another place with THROUGHPUTKIT_LOCK_FILE.", problem, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_process_is_no_child_of_its_own()
    {
        using var mine = await EnterAsync();
        var mark = Mark();

        Assert.Null(await Lock(mark).EnterAsync(TimeSpan.Zero, _announced.Add, CancellationToken.None));
    }

    [Fact]
    public async Task Whoever_comes_next_waits_for_a_child_that_measures_longer_than_its_parent()
    {
        var parent = await EnterAsync();
        var child = await Child(Mark()).EnterAsync(TimeSpan.Zero, _announced.Add, CancellationToken.None);

        parent!.Dispose();

        Assert.Null(await EnterAsync(TimeSpan.FromMilliseconds(60)));
        child!.Dispose();
        (await EnterAsync(TimeSpan.FromMinutes(1)))!.Dispose();
        NothingIsLeft();
    }

    [Fact]
    public async Task A_child_that_waits_when_its_parent_leaves_waits_like_anybody()
    {
        var parent = await EnterAsync();
        var mark = Mark();
        var child = await Child(mark).EnterAsync(TimeSpan.Zero, _announced.Add, CancellationToken.None);
        var sibling = Child(mark).EnterAsync(_long, _announced.Add, CancellationToken.None);
        await Until(() => _announced.Count > 0);

        parent!.Dispose();
        var stranger = EnterAsync();
        child!.Dispose();
        var first = await Task.WhenAny(sibling, stranger);
        await Task.Delay(60); // of the two, one waits for the other now

        Assert.True(sibling.IsCompleted != stranger.IsCompleted);
        (await first)!.Dispose();
        (await sibling)?.Dispose();
        (await stranger)?.Dispose();
        NothingIsLeft();
    }

    [Fact]
    public async Task A_child_of_a_holder_that_was_killed_is_waited_for_and_its_files_go()
    {
        var mark = MachineLock.NewMark(LockPath, process: -7);
        await File.WriteAllTextAsync(mark, "killed (process -7)");
        var orphan = LockFile.TryOpen(mark + ".lock");

        Assert.Null(await EnterAsync(TimeSpan.FromMilliseconds(60)));
        Assert.Equal("Waiting for another process: one measurement at a time happens on a machine.", Assert.Single(_announced));
        orphan!.Dispose();
        (await EnterAsync())!.Dispose();

        NothingIsLeft();
    }

    [Fact]
    public async Task Leaving_takes_nothing_away_from_another_holders_children()
    {
        using var parent = await EnterAsync();
        var mark = Mark();
        using var child = await Child(mark).EnterAsync(TimeSpan.Zero, _announced.Add, CancellationToken.None);
        using var grandchild = await new MachineLock(LockPath, Mark(), me: -2).EnterAsync(TimeSpan.Zero, _announced.Add, CancellationToken.None);
        var files = Directory.GetFiles(_folder.Path).Length;

        child!.Dispose();

        Assert.Equal(files - 2, Directory.GetFiles(_folder.Path).Length); // its mark and its children's queue; the grandchild still holds its own lock
        Assert.Null(await Lock().EnterAsync(TimeSpan.Zero, _announced.Add, CancellationToken.None));
        Assert.Null(await new MachineLock(LockPath, mark, me: -3).EnterAsync(TimeSpan.Zero, _announced.Add, CancellationToken.None));
    }

    [Fact]
    public async Task A_mark_that_cannot_be_written_is_an_error_and_blocks_nobody()
    {
        var path = _folder.File(new string('x', 240)); // a lock and a queue of that name are possible, and no longer name
        var machineLock = new MachineLock(path, inherited: null, Environment.ProcessId);

        var exception = await Assert.ThrowsAsync<LoadTestException>(() => machineLock.EnterAsync(_long, _announced.Add, CancellationToken.None));

        Assert.StartsWith($"The lock file {path}.of-", Assert.Single(exception.Problems), StringComparison.Ordinal);
        using var free = LockFile.TryOpen(path);
        Assert.NotNull(free);
    }

    [Fact]
    public async Task Leaving_throws_nothing_even_if_the_folder_has_gone()
    {
        var permission = await EnterAsync();
        foreach (var file in Directory.GetFiles(_folder.Path))
        {
            File.Delete(file);
        }

        Directory.Delete(_folder.Path);
        permission!.Dispose();
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
            $"THROUGHPUTKIT_LOCK_FILE is '{path}'. Allowed: an absolute path, the same for all processes that measure on this machine. "
            + "Each assembly runs in a folder of its own, so a relative one would name several files.",
            Assert.Single(exception.Problems));
    }

    [Fact]
    public async Task The_users_own_file_is_taken_unless_the_environment_names_another()
    {
        using var folder = new TemporaryFolder();
        var path = folder.File("there/it.lock");
        var machineLock = MachineLock.OfThisMachine(name => name == MachineLock.PathVariable ? path : null);

        (await machineLock.EnterAsync(_long, _announced.Add, CancellationToken.None))!.Dispose();

        Assert.True(File.Exists(path));
    }

    private static string Mark() => Environment.GetEnvironmentVariable(MachineLock.MarkVariable)!;

    private MachineLock Lock(string? inherited = null) => new(LockPath, inherited, Environment.ProcessId);

    private MachineLock Child(string inherited) => new(LockPath, inherited, me: -1);

    private Task<Permission?> EnterAsync(TimeSpan? limit = null) => Lock().EnterAsync(limit ?? _long, _announced.Add, CancellationToken.None);

    private void NothingIsLeft() =>
        Assert.Equal(["measuring.lock", "measuring.lock.queue"], Directory.GetFiles(_folder.Path).Select(Path.GetFileName).Order(StringComparer.Ordinal)!);

    private static async Task Until(Func<bool> condition)
    {
        while (!condition())
        {
            await Task.Delay(5);
        }
    }
}
