using System.Net.Sockets;
using System.Text;
using ThroughputKit.Hosting.Published;

namespace ThroughputKit.Tests.Hosting.Published;

/// <summary>Hooks that don't answer as they should. Nothing waits for them for ever.</summary>
public sealed class HookLinkTests : IDisposable
{
    private static readonly TimeSpan _short = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan _long = TimeSpan.FromMinutes(1);

    private readonly HookLink _link = new();
    private readonly Socket _hook = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);

    [Fact]
    public void Without_a_hook_there_is_no_answer() => Assert.Null(_link.Ask(HookMessage.Heap, _long));

    [Fact]
    public async Task The_folder_goes_as_soon_as_the_hook_has_come()
    {
        Assert.True(File.Exists(_link.Folder.Hook));

        await ConnectAsync();

        Assert.False(File.Exists(_link.Folder.Hook));
    }

    [Fact]
    public async Task An_answer_may_come_in_pieces()
    {
        await ConnectAsync();
        var asking = Task.Run(() => _link.Ask(HookMessage.Heap, _long));
        Assert.Equal("heap\n", await ReceiveAsync());

        foreach (var piece in (string[])["ans", "wer\t5", "13\t", "1", "\n"])
        {
            await SendAsync(piece);
        }

        Assert.Equal("513 1", string.Join(' ', (await asking)!));
    }

    [Fact]
    public async Task Reports_may_come_between_a_command_and_its_answer()
    {
        await ConnectAsync();
        var asking = Task.Run(() => _link.Ask(HookMessage.Heap, _long));
        Assert.Equal("heap\n", await ReceiveAsync());

        await SendAsync("built\nstarted\taddress http://127.0.0.1:5000\tenvironment \tlogs-requests True\n\nno such message\t1\nstopping\nanswer\t1\n");

        Assert.Equal("1", Assert.Single((await asking)!));
        var facts = await _link.Started.WaitAsync(_long);
        Assert.Equal("http://127.0.0.1:5000", facts.One("address"));
        Assert.Null(facts.One("environment"));
        Assert.True(facts.IsTrue("logs-requests"));
        Assert.True(_link.HasHost);
        Assert.True(_link.HasReportedStop);
        Assert.True(_link.Stopping.IsCancellationRequested);
    }

    [Fact]
    public async Task A_late_answer_is_not_taken_for_anothers()
    {
        await ConnectAsync();

        Assert.Null(_link.Ask(HookMessage.Heap, _short));
        await SendAsync("answer\t1\n");
        Assert.Null(_link.Ask(HookMessage.Methods, _short));
        Assert.True(_link.TrySend(HookMessage.Stop)); // but it can still be asked to stop
    }

    [Fact]
    public async Task After_a_late_answer_the_next_question_has_its_own()
    {
        await ConnectAsync();
        Assert.Null(_link.Ask(HookMessage.Heap, _short));
        Assert.Equal("heap\n", await ReceiveAsync());

        Assert.Null(_link.Ask(HookMessage.Methods, _long)); // at once, and without asking: one answer is still missing
        Assert.False(_link.IsClosed);
        await SendAsync("answer\t1\n");
        string[]? answer = null;
        var asking = Task.Run(() => SpinWait.SpinUntil(() => (answer = _link.Ask(HookMessage.Methods, _long)) is not null, _long));
        Assert.Equal("methods\n", await ReceiveAsync().WaitAsync(_long));
        await SendAsync("answer\t2\n");

        Assert.True(await asking);
        Assert.Equal("2", Assert.Single(answer!));
    }

    [Fact]
    public async Task Who_waits_is_told_at_once_that_the_app_has_gone()
    {
        await ConnectAsync();
        var asking = Task.Run(() => _link.Ask(HookMessage.Heap, _long));
        await ReceiveAsync();

        _hook.Dispose();

        Assert.Null(await asking);
        Assert.True(_link.IsClosed);
        Assert.True(_link.Stopping.IsCancellationRequested);
        Assert.False(_link.HasReportedStop);
    }

    [Fact]
    public async Task An_app_that_is_not_the_kits_is_let_go()
    {
        await ConnectAsync();

        await SendAsync(new string('x', HookLink.LongestLine + 1));

        Assert.Equal("", await ReceiveAsync());
    }

    public void Dispose()
    {
        _hook.Dispose();
        _link.Dispose();
    }

    private async Task ConnectAsync()
    {
        await _hook.ConnectAsync(new UnixDomainSocketEndPoint(_link.Folder.Pipe));
        await SendAsync("hello\n");
        await _link.Hello.WaitAsync(_long);
    }

    private async Task SendAsync(string text) => await _hook.SendAsync(Encoding.UTF8.GetBytes(text));

    private async Task<string> ReceiveAsync()
    {
        var buffer = new byte[100];
        return Encoding.UTF8.GetString(buffer, 0, await _hook.ReceiveAsync(buffer));
    }
}
