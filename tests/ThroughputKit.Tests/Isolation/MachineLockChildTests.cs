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
    public async Task The_files_of_a_killed_holder_are_removed()
    {
        var mark = MachineLock.NewMark(LockPath, process: -7);
        await File.WriteAllTextAsync(mark, "killed (process -7)");
        await File.WriteAllTextAsync(mark + ".lock", "");

        (await EnterAsync())!.Dispose();

        NothingIsLeft();
    }
}
