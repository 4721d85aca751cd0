using ThroughputKit.Isolation;

namespace ThroughputKit.Tests.Isolation;

/// <summary>Processes that a holder of the lock has started. Locks with other process ids stand for them.</summary>
public sealed class MachineLockChildTests : MachineLockTestBase
{
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
    public async Task A_child_whose_parent_has_left_waits_like_any_other()
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
    public async Task A_process_is_not_its_own_child()
    {
        using var mine = await EnterAsync();
        var mark = Mark();

        Assert.Null(await Lock(mark).EnterAsync(TimeSpan.Zero, _announced.Add, CancellationToken.None));
    }

    [Fact]
    public async Task The_next_process_waits_for_a_child_that_measures_longer_than_its_parent()
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
    public async Task A_child_that_is_waiting_when_its_parent_leaves_waits_like_any_other()
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
        await Task.Delay(60); // by now one of the two waits for the other

        Assert.True(sibling.IsCompleted != stranger.IsCompleted);
        (await first)!.Dispose();
        (await sibling)?.Dispose();
        (await stranger)?.Dispose();
        NothingIsLeft();
    }

    [Fact]
    public async Task A_child_of_a_killed_holder_is_waited_for_and_its_files_are_removed()
    {
        var mark = MachineLock.NewMark(LockPath, process: -7);
        await File.WriteAllTextAsync(mark, "killed (process -7)");
        var orphan = LockFile.TryOpen(mark + ".lock");

        Assert.Null(await EnterAsync(TimeSpan.FromMilliseconds(60)));
        Assert.Equal("Waiting for another process: only one measurement at a time runs on a machine.", Assert.Single(_announced));
        orphan!.Dispose();
        (await EnterAsync())!.Dispose();

        NothingIsLeft();
    }

    [Fact]
    public async Task Leaving_does_not_affect_another_holders_children()
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
}
