using System.Collections.Concurrent;
using System.Diagnostics;
using System.Net.WebSockets;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Scenarios;

/// <summary>How long users keep their WebSockets.</summary>
public class UserSocketsTests
{
    private static readonly TimeSpan _hang = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan _short = TimeSpan.FromMilliseconds(300);

    [Fact]
    public async Task A_refused_handshake_fails_with_its_status()
    {
        await using var app = new SocketApp();

        var result = Identity.Check(await app.Test.Scenario("chat", (user, _) => user.WebSocketAsync("/refused")).Sending(3, connections: 1).RunAsync());

        Assert.Equal((3L, 3L, 3L), (result.Failed, result.Failures.UnexpectedStatus, result.Statuses[403]));
        Assert.Contains("The handshake was answered with the status 403.", result.Failures.Examples[0].Detail, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_path_that_is_none_is_told()
    {
        await using var app = new SocketApp();

        var result = Identity.Check(await app.Test.Scenario("chat", (user, _) => user.WebSocketAsync("/text")).Sending(3, connections: 1).RunAsync());

        Assert.Equal(3L, result.Failed);
        Assert.Contains(
            "The handshake was answered with the status 200. Is a WebSocket mapped to that path, and UseWebSockets called before it?",
            result.Failures.Examples[0].Detail,
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_user_has_one_of_each_path_and_name()
    {
        await using var app = new SocketApp();

        var result = await app.Test.Scenario("chat", async (user, _) =>
        {
            var both = await Task.WhenAll(user.WebSocketAsync("/echo"), user.WebSocketAsync("/echo"));
            var other = await user.WebSocketAsync("/echo", "other");
            Assert.Same(both[0], both[1]);
            Assert.NotSame(both[0], other);
            Assert.Equal(["a", "b"], (await Task.WhenAll(both[0].AskAsync("a"), other.AskAsync("b"))).Select(m => m.Text));
        }).Sending(10, connections: 1).RunAsync();

        Assert.Equal((2, 20, 0L), (app.Opened, app.Sent, Identity.Check(result).Failed));
    }

    [Fact]
    public async Task One_that_the_code_closes_is_opened_again()
    {
        await using var app = new SocketApp();

        var result = await app.Test.Scenario("chat", async (user, _) =>
        {
            var socket = await user.WebSocketAsync("/echo");
            await socket.AskAsync("a");
            await socket.CloseAsync();
            await socket.CloseAsync();
        }).Sending(3, connections: 1).RunAsync();

        Assert.Equal((3, 0L), (app.Opened, Identity.Check(result).Failed));
        await EndedAsync(app, 3);
        Assert.All(app.Endings, e => Assert.Equal(WebSocketCloseStatus.NormalClosure, e));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task No_iteration_takes_the_answer_of_one_that_was_cut_off(bool catches)
    {
        await using var app = new SocketApp();
        var answers = new ConcurrentQueue<string>();

        var result = Identity.Check(await app.Test.Scenario("chat", async (user, _) =>
        {
            var socket = await user.WebSocketAsync("/late");
            try
            {
                answers.Enqueue((await socket.AskAsync($"{user.Iteration}")).Text);
            }
            catch (OperationCanceledException) when (catches)
            {
            }
        }).Sending(3, connections: 1).With(o => o.RequestTimeout = _short).RunAsync().WaitAsync(_hang));

        Assert.Equal(["1", "2"], answers);
        Assert.Equal((1L, 2), (result.Failures.Timeouts, app.Opened));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task No_iteration_takes_the_answer_that_another_has_left(bool fails)
    {
        await using var app = new SocketApp();

        var result = Identity.Check(await app.Test.Scenario("chat", async (user, _) =>
        {
            var socket = await user.WebSocketAsync("/echo");
            if (user.Iteration == 0)
            {
                await socket.SendAsync("unread");
                await user.StepAsync("end", () => fails ? throw new IOException() : Task.CompletedTask);
                return;
            }

            Assert.Equal("own", (await socket.AskAsync("own")).Text);
        }).Sending(2, connections: 1).RunAsync());

        Assert.Equal((fails ? 1 : 0, 2), (result.Failed, app.Opened));
    }

    [Fact]
    public async Task Those_of_a_user_who_leaves_are_closed()
    {
        await using var app = new SocketApp();
        using var enough = new CancellationTokenSource();

        await app.Test.Scenario("chat", async (user, token) =>
        {
            await (await user.WebSocketAsync("/echo")).AskAsync("a");
            await (app.Endings.IsEmpty ? Task.Delay(1, token) : enough.CancelAsync());
        }).WithUsers(LoadUsers.From(2).RampTo(1, _short).Hold(TimeSpan.FromMinutes(10))).With(o => o.WarmUp = TimeSpan.Zero).RunAsync(enough.Token).WaitAsync(_hang);

        Assert.Equal(WebSocketCloseStatus.NormalClosure, app.Endings.First());
    }

    [Fact]
    public async Task All_are_closed_when_the_run_has_ended()
    {
        await using var app = new SocketApp();
        var (all, begun) = (new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously), 0);

        var result = await app.Test.Scenario("chat", async (user, token) =>
        {
            await (await user.WebSocketAsync("/echo")).AskAsync("a");
            _ = user.Iteration == 0 && Interlocked.Increment(ref begun) == 50 && all.TrySetResult();
            await all.Task.WaitAsync(token);
        }).Sending(100, connections: 50).RunAsync();

        Assert.Equal((50, 0L), (app.Opened, Identity.Check(result).Failed));
        await EndedAsync(app, 50);
        Assert.All(app.Endings, e => Assert.Equal(WebSocketCloseStatus.NormalClosure, e));
    }

    [Fact]
    public async Task One_with_a_message_from_before_the_window_is_opened_anew()
    {
        await using var app = new SocketApp();
        var (sockets, begun) = (new ConcurrentQueue<LoadWebSocket>(), 0);

        var result = await app.Test.Scenario("listen", async (user, token) =>
        {
            var socket = await user.WebSocketAsync("/push");
            sockets.Enqueue(socket);
            while (!socket.HasArrived)
            {
                await Task.Delay(1, token);
            }

            begun++;
        }).Sending(5, connections: 1).With(o => (o.WarmUp, o.MaxWarmUp) = (TimeSpan.FromMilliseconds(1), _short)).RunAsync().WaitAsync(_hang);

        Assert.True(begun > 5);
        Assert.Single(sockets.TakeLast(5).Distinct());
        Assert.NotSame(sockets.First(), sockets.Last());
        Assert.Equal(0, result.Failed);
    }

    [Fact]
    public async Task One_that_is_replaced_while_it_opens_is_closed_too()
    {
        await using var app = new SocketApp();

        var result = await app.Test.Scenario("chat", async (user, _) =>
        {
            var both = await Task.WhenAll(user.WebSocketAsync("/silent", "one"), user.WebSocketAsync("/echo", "one"));
            Assert.Equal("a", (await both[1].AskAsync("a")).Text);
        }).Sending(10, connections: 2).RunAsync();

        Assert.Equal(0, Identity.Check(result).Failed);
        await EndedAsync(app, app.Opened);
        Assert.All(app.Endings, e => Assert.Equal(WebSocketCloseStatus.NormalClosure, e));
    }

    // The server notices a close a moment later.
    private static async Task EndedAsync(SocketApp app, int count)
    {
        for (var begun = Stopwatch.GetTimestamp(); app.Endings.Count < count && Stopwatch.GetElapsedTime(begun) < _hang; await Task.Delay(1))
        {
        }

        Assert.Equal(count, app.Endings.Count);
    }
}
