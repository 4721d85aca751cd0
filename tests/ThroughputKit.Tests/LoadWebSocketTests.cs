using System.Collections.Concurrent;
using System.Net.WebSockets;
using ThroughputKit.Scenarios;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests;

/// <summary>How the messages of WebSockets count.</summary>
public class LoadWebSocketTests
{
    private static readonly TimeSpan _hang = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan _short = TimeSpan.FromMilliseconds(300);

    [Theory]
    [InlineData(LoadProtocol.Http1, false)]
    [InlineData(LoadProtocol.Http1, true)]
    [InlineData(LoadProtocol.Http2, true)]
    [InlineData(LoadProtocol.Http2, false)]
    public async Task The_server_and_the_kit_count_the_same(LoadProtocol protocol, bool https)
    {
        await using var app = new SocketApp();
        var answers = new ConcurrentBag<(string Sent, string Received)>();

        var result = Identity.Check(await (https ? app.Test.OverHttps() : app.Test).Scenario("chat", async (user, _) =>
        {
            var socket = await user.WebSocketAsync("/echo");
            var text = $"{user.Number}: {user.Iteration}";
            answers.Add((text, (await socket.AskAsync(text)).Text));
        }).Sending(200, connections: 3).With(o => o.Protocol = protocol).RunAsync());

        Assert.Equal([("/echo: open", app.Opened), ("/echo", 200L)], result.Endpoints.Select(e => (e.Name, e.Succeeded)));
        Assert.Equal((200, 0L, 200L), (app.Sent, result.Failed, result.Endpoints[1].Latency.Count));
        Assert.InRange(app.Opened, 1, 3); // and kept
        Assert.All(answers, a => Assert.Equal(a.Sent, a.Received));
        Assert.All(app.Endings, e => Assert.Equal(WebSocketCloseStatus.NormalClosure, e));
    }

    [Fact]
    public async Task Messages_that_are_sent_and_received_apart_count_once()
    {
        await using var app = new SocketApp();

        var result = Identity.Check(await app.Test.Scenario("chat", async (user, token) =>
        {
            var socket = await user.WebSocketAsync("/echo", "chat");
            await socket.SendAsync("a");
            await socket.SendAsync(new byte[] { 98 });
            await Task.Delay(200, token);
            Assert.Equal(["a", "b"], [(await socket.ReceiveAsync()).Text, (await socket.ReceiveAsync()).Text]);
        }).Sending(2, connections: 1).RunAsync());

        Assert.Equal([("chat: open", 1L), ("chat", 4L)], result.Endpoints.Select(e => (e.Name, e.Succeeded)));
        Assert.Equal((4, 5L), (app.Sent, result.Statuses[101]));
        Assert.DoesNotContain(result.Findings, f => f.Name == FindingNames.NothingReceived);
    }

    [Fact]
    public async Task At_a_rate_the_latency_counts_from_when_the_message_was_due()
    {
        await using var app = new SocketApp();
        var messages = 0;

        var result = Identity.Check(await app.Test
            .OnUserBegin((user, _) => user.WebSocketAsync("/slow-first"))
            .Scenario("chat", async (user, _) => await (await user.WebSocketAsync("/slow-first")).AskAsync($"{messages++}"))
            .AtRate(100).Lasting(1_000, connections: 1).RunAsync());

        Assert.Equal("/slow-first", Assert.Single(result.Endpoints).Name); // what the beginning opens isn't counted
        Assert.True(result.Latency.P75 > TimeSpan.FromMilliseconds(200), $"{result}"); // half of the messages were due while the first one hung
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_pause_before_an_answer_is_taken_hides_nothing_of_its_latency(bool atRate)
    {
        await using var app = new SocketApp();
        var test = app.Test.OnUserBegin((user, _) => user.WebSocketAsync("/slow-first")).Scenario("chat", async (user, _) =>
        {
            var socket = await user.WebSocketAsync("/slow-first");
            await socket.SendAsync("0");
            await user.PauseAsync(TimeSpan.FromMilliseconds(200));
            await socket.ReceiveAsync();
        });

        var result = Identity.Check(await (atRate ? test.AtRate(10).Lasting(1_000, connections: 1) : test.Sending(2, connections: 1)).RunAsync());

        Assert.True(result.Latency.P50 > TimeSpan.FromMilliseconds(450), $"{result}");
    }

    [Fact]
    public async Task What_came_before_is_no_answer()
    {
        await using var app = new SocketApp();

        var result = Identity.Check(await app.Test.Scenario("chat", async (user, token) =>
        {
            var socket = await user.WebSocketAsync("/push");
            while (!socket.HasArrived)
            {
                await Task.Delay(1, token);
            }

            await socket.AskAsync("?");
        }).Sending(2, connections: 1).RunAsync());

        Assert.Equal((2L, 2L), (result.Failed, result.Failures.FailedCheck));
        Assert.StartsWith("InvalidOperationException: The next message of /push is not the answer to this one: ", result.Failures.Examples[0].Detail, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_waits_for_the_code_has_a_latency()
    {
        await using var app = new SocketApp();

        var result = Identity.Check(await app.Test.Scenario("chat", async (user, token) =>
        {
            var socket = await user.WebSocketAsync("/push");
            while (!socket.HasArrived)
            {
                await Task.Delay(1, token);
            }

            await user.PauseAsync(TimeSpan.FromMilliseconds(200));
            await socket.ReceiveAsync();
        }).Sending(1, connections: 1).RunAsync());

        Assert.True(result.Endpoints[1].Latency.Min > TimeSpan.FromMilliseconds(190), $"{result.Endpoints[1]}");
    }

    [Fact]
    public async Task Messages_that_nobody_takes_hold_up_no_pong()
    {
        await using var app = new SocketApp();
        string[] taken = [];

        var result = Identity.Check(await app.Test.Scenario("chat", async (user, _) =>
        {
            var socket = await user.WebSocketAsync("/ping");
            await app.Ponged;
            taken = [(await socket.ReceiveAsync()).Text, (await socket.ReceiveAsync()).Text, (await socket.ReceiveAsync()).Text];
        }).Sending(1, connections: 1).RunAsync().WaitAsync(_hang));

        Assert.Equal(["1", "2", "3"], taken);
        Assert.Equal(3, result.Endpoints[1].Succeeded);
    }

    [Fact]
    public async Task More_messages_than_are_read_ahead_come_all_the_same()
    {
        await using var app = new SocketApp();
        var taken = new List<string>();

        var result = Identity.Check(await app.Test.Scenario("chat", async (user, token) =>
        {
            var socket = await user.WebSocketAsync("/many");
            await socket.SendAsync($"{3 * ArrivedMessages.MaxCount}");
            await Task.Delay(100, token);
            while (taken.Count < 3 * ArrivedMessages.MaxCount)
            {
                taken.Add((await socket.ReceiveAsync()).Text);
            }
        }).Sending(1, connections: 1).RunAsync().WaitAsync(_hang));

        Assert.Equal(Enumerable.Range(0, 3 * ArrivedMessages.MaxCount).Select(i => $"{i}"), taken);
        Assert.Equal(taken.Count, result.Endpoints[1].Succeeded);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task What_the_beginning_subscribes_to_comes_in_each_phase(bool asks)
    {
        await using var app = new SocketApp();

        var result = Identity.Check(await app.Test
            .OnUserBegin(async (user, _) =>
            {
                var socket = await user.WebSocketAsync("/feed");
                await (asks ? socket.AskAsync("news") : socket.SendAsync("news"));
            })
            .Scenario("listen", async (user, _) => Assert.StartsWith("news ", (await (await user.WebSocketAsync("/feed")).ReceiveAsync()).Text, StringComparison.Ordinal))
            .Lasting(300, connections: 3).With(o => o.WarmUp = TimeSpan.FromMilliseconds(200)).RunAsync().WaitAsync(_hang));

        Assert.Equal(("/feed", 0L, 3), (Assert.Single(result.Endpoints).Name, result.Failed, app.Opened));
        Assert.True(result.Succeeded > 0, $"{result}");
    }

    [Fact]
    public async Task What_comes_before_the_load_is_none_of_it()
    {
        await using var app = new SocketApp();

        var result = await app.Test
            .OnUserBegin(async (user, token) =>
            {
                var socket = await user.WebSocketAsync("/many");
                await socket.SendAsync("5");
                for (var i = 0; i < 4; i++)
                {
                    await socket.ReceiveAsync();
                }

                while (!socket.HasArrived)
                {
                    await Task.Delay(1, token);
                }
            })
            .Scenario("listen", async (user, _) => await (await user.WebSocketAsync("/many")).ReceiveAsync())
            .Lasting(100, connections: 1).RunAsync().WaitAsync(_hang);

        Assert.Equal((0L, 1), (result.Sent, app.Opened));
    }

    [Fact]
    public async Task A_failed_iteration_leaves_no_message_to_those_after_it()
    {
        await using var app = new SocketApp();

        var result = Identity.Check(await app.Test
            .OnUserBegin(async (user, _) => await (await user.WebSocketAsync("/many")).AskAsync("1"))
            .Scenario("chat", async (user, token) =>
            {
                var socket = await user.WebSocketAsync("/many");
                while (user.Iteration == 1 && !socket.HasArrived)
                {
                    await Task.Delay(1, token);
                }

                await socket.AskAsync(user.Iteration == 0 ? "2" : "1"); // so many answers
            }).Sending(4, connections: 1).RunAsync().WaitAsync(_hang));

        Assert.Equal((1L, 3L, 1), (result.Failures.FailedCheck, result.Succeeded, app.Opened));
    }

    [Fact]
    public async Task A_user_who_loses_what_the_beginning_has_subscribed_to_begins_anew()
    {
        await using var app = new SocketApp();
        var begun = 0;

        var result = Identity.Check(await app.Test
            .OnUserBegin(async (user, _) =>
            {
                begun++;
                await (await user.WebSocketAsync("/closing")).SendAsync("news");
            })
            .Scenario("listen", async (user, _) => await (await user.WebSocketAsync("/closing")).ReceiveAsync())
            .Sending(3, connections: 1).RunAsync().WaitAsync(_hang));

        Assert.Equal((3L, 3L, app.Opened), (result.Failed, result.Failures.Read, begun));
        Assert.InRange(begun, 3, 4); // after the last iteration, too, unless the run has ended by then
        Assert.Equal("/closing", Assert.Single(result.Endpoints).Name); // the beginning alone has opened any
    }

    [Fact]
    public async Task Messages_before_a_close_are_taken_before_it()
    {
        await using var app = new SocketApp();
        var taken = new List<string>();

        var result = Identity.Check(await app.Test.Scenario("listen", async (user, token) =>
        {
            var socket = await user.WebSocketAsync("/three");
            await Task.Delay(50, token);
            taken.Add((await socket.ReceiveAsync()).Text);
        }).Sending(3, connections: 1).RunAsync().WaitAsync(_hang));

        Assert.Equal((0L, 1), (result.Failed, app.Opened));
        Assert.Equal(["1", "2", "3"], taken);
    }

    [Fact]
    public async Task Another_address_ends_the_run()
    {
        await using var app = new SocketApp();

        var error = await Assert.ThrowsAsync<LoadTestException>(() =>
            app.Test.Scenario("chat", (user, _) => user.WebSocketAsync("ws://127.0.0.1:9/echo")).Sending(100).RunAsync().WaitAsync(_hang));

        Assert.StartsWith("A request is for ws://127.0.0.1:9, which is not the app.", Assert.Single(error.Problems), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_socket_of_one_name_has_one_path_at_a_time()
    {
        await using var app = new SocketApp();

        var result = Identity.Check(await app.Test.Scenario("chat", async (user, _) =>
            await (await user.WebSocketAsync($"/echo?room={user.Iteration}", "room")).AskAsync("a")).Sending(4, connections: 1).RunAsync());

        Assert.Equal((4, 4, 8L), (app.Opened, app.Endings.Count, result.Succeeded));
    }

    [Fact]
    public async Task Fragments_and_control_frames_are_no_messages()
    {
        await using var app = new SocketApp();

        var result = Identity.Check(await app.Test
            .Scenario("chat", async (user, _) => Assert.Equal("hello", (await (await user.WebSocketAsync("/fragments")).AskAsync("ask")).Text))
            .Sending(5, connections: 1).RunAsync());

        Assert.Equal((5, 5L, 0L), (app.Sent, result.Endpoints[1].Succeeded, result.Failed)); // each ping was answered
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_message_that_does_not_come_is_a_timeout(bool asks)
    {
        await using var app = new SocketApp();

        var result = Identity.Check(await app.Test.Scenario("chat", async (user, _) =>
        {
            var socket = await user.WebSocketAsync("/silent");
            await (asks ? socket.AskAsync("?") : socket.ReceiveAsync());
        }).Sending(2, connections: 2).With(o => o.RequestTimeout = _short).RunAsync().WaitAsync(_hang));

        Assert.Equal((2L, 2L), (result.Failed, result.Failures.Timeouts));
        Assert.Equal(("/silent", "the step did not end within 0.3 s"), (result.Failures.Examples[0].Request, result.Failures.Examples[0].Detail));
    }

    [Fact]
    public async Task A_close_by_the_app_is_a_failure_with_its_status()
    {
        await using var app = new SocketApp();

        var result = Identity.Check(await app.Test
            .Scenario("chat", async (user, _) => await (await user.WebSocketAsync("/closing")).AskAsync("?")).Sending(3, connections: 1).RunAsync());

        Assert.Equal((3L, 3L, 3), (result.Failed, result.Failures.Read, app.Opened));
        Assert.Equal(
            "WebSocketException: The app closed /closing with the status 1011 (InternalServerError): no more", result.Failures.Examples[0].Detail);
    }

    [Fact]
    public async Task A_message_that_is_too_long_is_a_failed_check()
    {
        await using var app = new SocketApp();

        var result = await app.Test
            .Scenario("chat", async (user, _) => await (await user.WebSocketAsync("/long")).ReceiveAsync()).Sending(1, connections: 1).RunAsync();

        Assert.Equal("InvalidDataException: A message of /long is longer than 16 MiB.", Assert.Single(result.Failures.Examples).Detail);
        Assert.Equal(1, result.Failures.FailedCheck);
    }

    [Fact]
    public async Task A_wait_that_the_code_gives_up_is_no_failure_and_holds_up_nothing()
    {
        await using var app = new SocketApp();

        var result = Identity.Check(await app.Test.Scenario("chat", async (user, token) =>
        {
            var socket = await user.WebSocketAsync("/echo");
            for (var i = 0; i < 2; i++)
            {
                await Task.WhenAny(socket.ReceiveAsync(), Task.Delay(10, token));
            }

            Assert.Equal("a", (await socket.AskAsync("a")).Text);
            await Task.WhenAny(socket.ReceiveAsync(), Task.Delay(10, token));
        }).Sending(4, connections: 1).With(o => o.RequestTimeout = TimeSpan.FromHours(1)).RunAsync().WaitAsync(_hang));

        Assert.Equal([("/echo: open", 1L, 1L), ("/echo", 4L, 4L)], result.Endpoints.Select(e => (e.Name, e.Sent, e.Succeeded)));
    }

    [Fact]
    public async Task A_close_by_the_code_itself_is_no_failure_of_its_wait()
    {
        await using var app = new SocketApp();

        var result = Identity.Check(await app.Test.Scenario("chat", async (user, _) =>
        {
            var socket = await user.WebSocketAsync("/echo");
            var wait = socket.ReceiveAsync();
            await socket.CloseAsync();
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => wait);
        }).Sending(3, connections: 1).RunAsync().WaitAsync(_hang));

        Assert.Equal((3L, 3L, 3), (result.Sent, result.Endpoints[0].Succeeded, app.Opened));
    }

    [Fact]
    public async Task An_answer_that_the_code_gives_up_stays_without_one()
    {
        await using var app = new SocketApp();

        var result = await app.Test.Scenario("chat", async (user, token) =>
        {
            var socket = await user.WebSocketAsync("/silent");
            await Task.WhenAny(socket.AskAsync("?"), Task.Delay(10, token));
        }).Sending(4, connections: 1).With(o => o.RequestTimeout = TimeSpan.FromHours(1)).RunAsync().WaitAsync(_hang);

        Assert.Equal((4L, 4L, 0L, 4L), (result.Endpoints[1].Sent, result.Endpoints[1].InFlightAtEnd, result.Failed, result.Latency.Unanswered));
        Assert.Equal(4, app.Opened);
    }

    [Fact]
    public async Task A_wait_for_what_nobody_asked_for_ends_with_the_window_and_counts_nothing()
    {
        await using var app = new SocketApp();

        var result = Identity.Check(await app.Test.Scenario("listen", async (user, _) =>
        {
            var socket = await user.WebSocketAsync("/push");
            Assert.Equal("pushed", (await socket.ReceiveAsync()).Text);
            await socket.ReceiveAsync();
        }).Lasting(500, connections: 2).With(o => o.RequestTimeout = TimeSpan.FromHours(1)).RunAsync().WaitAsync(_hang));

        Assert.Equal([("/push: open", 2L), ("/push", 2L)], result.Endpoints.Select(e => (e.Name, e.Sent)));
        Assert.Equal((4L, 0L), (result.Succeeded, result.Failed));
    }
}
