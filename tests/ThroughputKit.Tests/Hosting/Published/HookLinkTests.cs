using System.Net.Sockets;
using ThroughputKit.Hosting.Published;

namespace ThroughputKit.Tests.Hosting.Published;

/// <summary>Hooks that don't answer as they should. Nothing waits for them for ever.</summary>
public sealed class HookLinkTests : IDisposable
{
    private static readonly TimeSpan _short = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan _long = TimeSpan.FromMinutes(1);

    private readonly HookFolder _folder = new();
    private readonly HookLink _link;
    private readonly Socket _hook = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);

    public HookLinkTests() => _link = new HookLink(_folder);

    [Fact]
    public void Without_a_hook_there_is_no_answer() => Assert.False(_link.TryAsk(HookCommand.Heap, new long[1], _long));

    [Fact]
    public async Task The_folder_goes_as_soon_as_the_hook_has_come()
    {
        Assert.True(File.Exists(_folder.Hook));

        await ConnectAsync();

        Assert.False(File.Exists(_folder.Hook));
    }

    [Fact]
    public async Task An_answer_may_come_in_pieces()
    {
        await ConnectAsync();
        var answer = new long[1];
        var asking = Task.Run(() => _link.TryAsk(HookCommand.Heap, answer, _long));
        Assert.Equal(1, await _hook.ReceiveAsync(new byte[1]));

        foreach (var piece in (byte[][])[[4, 8, 0], [0, 0, 1, 2], [0, 0, 0, 0, 0, 0]])
        {
            await _hook.SendAsync(piece);
        }

        Assert.True(await asking);
        Assert.Equal(0x201, answer[0]);
    }

    [Fact]
    public async Task A_late_answer_is_not_taken_for_anothers()
    {
        await ConnectAsync();

        Assert.False(_link.TryAsk(HookCommand.Heap, new long[1], _short));
        await _hook.SendAsync((byte[])[4, 8, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]);
        Assert.False(_link.TryAsk(HookCommand.Methods, new long[1], _short));
        Assert.True(_link.TryTell(HookCommand.Stop)); // but it can still be told to stop
    }

    [Fact]
    public async Task After_a_late_answer_the_next_question_has_its_own()
    {
        await ConnectAsync();
        var (late, answer, command) = (new long[1], new long[1], new byte[1]);
        Assert.False(_link.TryAsk(HookCommand.Heap, late, _short));
        Assert.Equal(1, await _hook.ReceiveAsync(command));

        Assert.False(_link.TryAsk(HookCommand.Methods, answer, _long)); // at once, and without asking: one answer is still missing
        Assert.False(_link.IsClosed);
        await _hook.SendAsync((byte[])[4, 8, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]);
        var asking = Task.Run(() => SpinWait.SpinUntil(() => _link.TryAsk(HookCommand.Methods, answer, _long), _long));
        Assert.Equal(1, await _hook.ReceiveAsync(command).WaitAsync(_long));
        Assert.Equal((byte)HookCommand.Methods, command[0]);
        await _hook.SendAsync((byte[])[4, 8, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0]);

        Assert.True(await asking);
        Assert.Equal((0, 2), (late[0], answer[0]));
    }

    [Fact]
    public async Task Who_waits_is_told_at_once_that_the_app_has_gone()
    {
        await ConnectAsync();
        var asking = Task.Run(() => _link.TryAsk(HookCommand.Heap, new long[1], _long));
        await _hook.ReceiveAsync(new byte[1]);

        _hook.Dispose();

        Assert.False(await asking);
        Assert.True(_link.IsClosed);
        Assert.True(_link.Stopping.IsCancellationRequested);
        Assert.False(_link.HasToldStop);
    }

    [Fact]
    public async Task An_app_that_is_not_the_kits_is_let_go()
    {
        await ConnectAsync();

        await _hook.SendAsync((byte[])[4, 255, 255, 255, 255]);

        Assert.Equal(0, await _hook.ReceiveAsync(new byte[1]));
    }

    public void Dispose()
    {
        _hook.Dispose();
        _link.Dispose();
    }

    private async Task ConnectAsync()
    {
        await _hook.ConnectAsync(new UnixDomainSocketEndPoint(_folder.Pipe));
        await _hook.SendAsync((byte[])[1, 0, 0, 0, 0]);
        await _link.Hello.WaitAsync(_long);
    }
}
