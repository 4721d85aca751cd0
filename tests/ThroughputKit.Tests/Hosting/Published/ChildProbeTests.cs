using System.Net.Sockets;
using ThroughputKit.Hosting.Published;
using ThroughputKit.Probes;

namespace ThroughputKit.Tests.Hosting.Published;

/// <summary>What is known of a process whose hook is silent, and of one that has ended.</summary>
public sealed class ChildProbeTests : IDisposable
{
    private static readonly TimeSpan _limit = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan _long = TimeSpan.FromMinutes(1);

    private readonly HookFolder _folder = new();
    private readonly HookLink _link;
    private readonly WorkingSet _workingSet = WorkingSet.OfThisProcess();
    private readonly Socket _hook = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);

    public ChildProbeTests() => _link = new HookLink(_folder);

    [Fact]
    public async Task A_silent_process_has_not_ended_and_what_it_missed_is_kept()
    {
        await ConnectAsync();
        var probe = new ChildProbe(_link, _workingSet, _limit, heapLimit: _limit);

        Assert.Null(probe.TakeBefore());
        Assert.Null(probe.CollectAndMeasure());
        Assert.Null(probe.CountCompiledMethods());

        Assert.False(probe.HasGone);
        Assert.Equal("within 0.05 s when it was asked for its counters", probe.Silence);
    }

    [Fact]
    public async Task A_process_that_has_ended_is_not_silent()
    {
        await ConnectAsync();
        var probe = new ChildProbe(_link, _workingSet, _long, heapLimit: _long);

        _hook.Dispose();

        Assert.Null(probe.TakeAfter());
        Assert.True(probe.HasGone);
        Assert.Null(probe.Silence);
    }

    public void Dispose()
    {
        _hook.Dispose();
        _link.Dispose();
        _workingSet.Dispose();
    }

    private async Task ConnectAsync()
    {
        await _hook.ConnectAsync(new UnixDomainSocketEndPoint(_folder.Pipe));
        await _hook.SendAsync((byte[])[1, 0, 0, 0, 0]);
        await _link.Hello.WaitAsync(_long);
    }
}
