using System.Net.Sockets;
using System.Text;
using ThroughputKit.Hosting.Published;
using ThroughputKit.Probes;

namespace ThroughputKit.Tests.Hosting.Published;

/// <summary>What is known of a process whose hook is silent, and of one that has ended.</summary>
public sealed class ChildProbeTests : IDisposable
{
    private static readonly TimeSpan _limit = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan _long = TimeSpan.FromMinutes(1);

    private readonly HookLink _link = new();
    private readonly WorkingSet _workingSet = WorkingSet.OfThisProcess();
    private readonly Socket _hook = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);

    [Fact]
    public async Task A_silent_process_has_not_ended_and_what_it_missed_is_kept()
    {
        await ConnectAsync();
        var probe = new ChildProbe(_link, _workingSet, _limit, heapLimit: _limit);

        Assert.Null(probe.TakeBefore());
        Assert.Null(probe.CollectAndMeasure());
        Assert.Null(probe.CountCompiledMethods());

        Assert.False(probe.HasExited);
        Assert.Equal("within 0.05 s when it was asked for its counters", probe.UnansweredCommand);
    }

    [Theory]
    [InlineData("answer\n")]
    [InlineData("answer\tmany\n")]
    [InlineData("answer\t1\t2\n")]
    [InlineData("answer\t99999999999999999999\n")]
    public async Task An_answer_that_makes_no_sense_is_none(string answer)
    {
        await ConnectAsync();
        var probe = new ChildProbe(_link, _workingSet, _long, heapLimit: _long);
        var asking = Task.Run(() => probe.CountCompiledMethods());
        Assert.NotEqual(0, await _hook.ReceiveAsync(new byte[100]));

        await _hook.SendAsync(Encoding.UTF8.GetBytes(answer));

        Assert.Null(await asking);
        Assert.False(probe.HasExited);
        Assert.NotNull(probe.UnansweredCommand);
    }

    [Fact]
    public async Task Counts_that_make_no_sense_are_none()
    {
        await ConnectAsync();
        var probe = new ChildProbe(_link, _workingSet, _long, heapLimit: _long);

        Assert.Null(await AnsweredAsync(probe.ReadCounts, "answer\t1\t2\n"));
        Assert.Null(await AnsweredAsync(() => probe.CountsSettleIn(), "answer\n"));
        Assert.Null(await AnsweredAsync(probe.EndCounting, "answer\t\n"));
        Assert.Equal(6, (await AnsweredAsync(probe.ReadCounts, "answer\t1\t2\t3\t4\t5\t6\n"))!.Length);
    }

    [Fact]
    public async Task A_process_that_has_ended_is_not_silent()
    {
        await ConnectAsync();
        var probe = new ChildProbe(_link, _workingSet, _long, heapLimit: _long);

        _hook.Dispose();

        Assert.Null(probe.TakeAfter());
        Assert.True(probe.HasExited);
        Assert.Null(probe.UnansweredCommand);
    }

    public void Dispose()
    {
        _hook.Dispose();
        _link.Dispose();
        _workingSet.Dispose();
    }

    private async Task<T> AnsweredAsync<T>(Func<T> ask, string answer)
    {
        var asking = Task.Run(ask);
        Assert.NotEqual(0, await _hook.ReceiveAsync(new byte[100]));
        await _hook.SendAsync(Encoding.UTF8.GetBytes(answer));
        return await asking;
    }

    private async Task ConnectAsync()
    {
        await _hook.ConnectAsync(new UnixDomainSocketEndPoint(_link.Folder.Pipe));
        await _hook.SendAsync("hello\n"u8.ToArray());
        await _link.Hello.WaitAsync(_long);
    }
}
