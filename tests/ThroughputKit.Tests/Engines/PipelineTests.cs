using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Engines;

/// <summary>Several requests written together, and each way their responses can come or fail to.</summary>
public abstract class PipelineTests(LoadEngine engine) : EngineTests(engine)
{
    private const string Ok = "HTTP/1.1 200 OK|Content-Length: 2||ok";

    [Fact]
    public async Task Writes_as_many_requests_as_the_depth_before_any_response()
    {
        await using var server = new ScriptedServer(async connection =>
        {
            while (await ReadAsync(connection, 4))
            {
                await connection.SendAsync(Ok + Ok + Ok + Ok);
            }
        });

        var result = await Run(server, 40, depth: 4);

        Assert.Equal((40, 40), (result.Sent, result.Succeeded));
        Assert.Equal(40, server.Requests);
        Assert.Equal(1, result.ConnectionsOpened);
        Assert.Equal(40 * Wire.Bytes(Ok).Length, result.BytesReceived);
    }

    [Fact]
    public async Task Writes_what_is_left_of_a_fixed_number()
    {
        await using var server = ScriptedServer.Answering(Ok);

        var result = await Run(server, 10, depth: 4);

        Assert.Equal((10, 10), (result.Sent, result.Succeeded));
        Assert.Equal(10, server.Requests);
    }

    [Fact]
    public async Task Reads_responses_however_they_are_cut()
    {
        var three = Wire.Bytes(Ok + "HTTP/1.1 200 OK|Transfer-Encoding: chunked||3|abc|0||" + Ok);
        await using var server = new ScriptedServer(async connection =>
        {
            for (var cut = 1; await ReadAsync(connection, 3); cut++)
            {
                await connection.SendAsync(three.AsMemory(0, cut));
                await Task.Yield();
                await connection.SendAsync(three.AsMemory(cut));
            }
        });

        var result = await Run(server, 3 * (three.Length - 1), depth: 3);

        Assert.Equal(3 * (three.Length - 1), result.Succeeded);
    }

    [Fact]
    public async Task Reads_responses_that_come_byte_by_byte()
    {
        var four = Wire.Bytes(Ok + "HTTP/1.1 200 OK|Transfer-Encoding: chunked||3|abc|0||" + "HTTP/1.1 204 None||" + Ok);
        await using var server = new ScriptedServer(async connection =>
        {
            while (await ReadAsync(connection, 4))
            {
                for (var i = 0; i < four.Length; i++)
                {
                    await connection.SendAsync(four.AsMemory(i, 1));
                }
            }
        });

        var result = await Run(server, 40, depth: 4);

        Assert.Equal((40, 40, 1), (result.Sent, result.Succeeded, result.ConnectionsOpened));
        Assert.Equal((40, 10 * four.Length), (server.Requests, result.BytesReceived));
    }

    [Theory]
    [InlineData(0, 0, 0, 8)]
    [InlineData(1, 2, 6, 0)]
    [InlineData(2, 4, 4, 0)]
    [InlineData(3, 6, 2, 0)]
    [InlineData(4, 4, 4, 0)] // the next four go over what has been closed meanwhile
    public async Task Counts_exactly_what_was_answered_before_the_connection_closes(int answered, long succeeded, long closed, long cut)
    {
        await using var server = new ScriptedServer(async connection =>
        {
            await ReadAsync(connection, 4);
            await connection.SendAsync(string.Concat(Enumerable.Repeat(Ok, answered)));
        });

        var result = await Run(server, 8, depth: 4);

        Assert.Equal((8, succeeded), (result.Sent, result.Succeeded));
        Assert.Equal((closed, cut), (result.Failures.ClosedWhileReusing, result.Failures.Read));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    public async Task Counts_every_request_when_the_connection_is_reset_among_them(int answered)
    {
        await using var server = new ScriptedServer(async connection =>
        {
            await ReadAsync(connection, 4);
            await connection.SendAsync(string.Concat(Enumerable.Repeat(Ok, answered)));
            connection.Reset();
        });

        var result = await Run(server, 8, depth: 4);

        Assert.Equal(8, result.Sent);
        Assert.Equal(8, server.Requests);
        Assert.InRange(result.Succeeded, 0, 2 * answered); // a reset may take with it what has not been read yet
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    public async Task Counts_no_response_behind_one_that_says_that_the_connection_closes(int last)
    {
        await using var server = new ScriptedServer(async connection =>
        {
            await ReadAsync(connection, 4);
            await connection.SendAsync(string.Concat(Enumerable.Range(1, 4).Select(
                number => number == last ? "HTTP/1.1 200 OK|Connection: close|Content-Length: 2||ok" : Ok)));
            await connection.HangAsync();
        });

        var result = await Run(server, 8, depth: 4);

        Assert.Equal((8, 2 * last, 8 - (2 * last)), (result.Sent, result.Succeeded, result.Failures.ClosedWhileReusing));
        Assert.Equal(2, result.ConnectionsOpened);
    }

    [Fact]
    public async Task Counts_no_more_than_was_sent_when_responses_come_that_nobody_asked_for()
    {
        await using var server = new ScriptedServer(async connection =>
        {
            while (await ReadAsync(connection, 4))
            {
                await connection.SendAsync(Ok + Ok + Ok + Ok);
                await connection.SendAsync(Ok); // comes with the last one, or is taken for the answer to the next
            }
        });

        var result = await Run(server, 40, depth: 4);

        Assert.Equal(40, result.Sent);
        Assert.Equal(40, result.Succeeded + result.Failed);
        Assert.True(server.Requests <= 40);
    }

    [Fact]
    public async Task Reads_responses_that_come_before_the_first_request_is_read()
    {
        await using var server = new ScriptedServer(async connection =>
        {
            await connection.SendAsync(Ok + Ok + Ok + Ok);
            while (await ReadAsync(connection, 4))
            {
                // The next four are answered before they come, too.
            }
        });

        var result = await Run(server, 4, depth: 4);

        Assert.Equal((4, 4), (result.Sent, result.Succeeded));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    public async Task Reads_responses_that_come_before_all_requests_are_written(int depth)
    {
        // More than the system takes before the server reads on, so that the rest is written after the responses have come.
        var body = $"\"{new string('a', 24 * 1024 * 1024 / depth)}\"";
        await using var server = new ScriptedServer(async connection =>
        {
            await connection.ReadSomeAsync();
            await connection.SendAsync(string.Concat(Enumerable.Repeat(Ok, depth)));
            await Task.Delay(100, connection.Stop);
            await connection.HangAsync();
        });

        var result = Identity.Check(await Against(server).Send(LoadRequest.Put("/").WithJsonText(body)).Sending(depth, connections: 1)
            .With(o => o.PipelineDepth = depth).RunAsync());

        Assert.Equal((depth, depth), (result.Sent, result.Succeeded));
        Assert.True(result.BytesSent > 24 * 1024 * 1024);
    }

    [Fact]
    public async Task Gives_each_response_to_its_own_request()
    {
        // The response to a HEAD has no body, whatever its length says.
        await using var server = new ScriptedServer(async connection =>
        {
            while (await connection.ReadRequestAsync() is { } request)
            {
                await connection.SendAsync(request[0] == 'H' ? "HTTP/1.1 200 OK|Content-Length: 2||" : "HTTP/1.1 201 Created|Content-Length: 2||ok");
            }
        });

        var result = Identity.Check(await Against(server).Head("/a").Get("/b").Sending(40, connections: 1).With(o => o.PipelineDepth = 5).RunAsync());

        Assert.Equal((20, 20), (result.Statuses[200], result.Statuses[201]));
        Assert.Equal([20, 20], result.Endpoints.Select(e => e.Succeeded));
    }

    [Fact]
    public async Task Counts_an_unexpected_status_and_goes_on()
    {
        await using var server = new ScriptedServer(async connection =>
        {
            while (await ReadAsync(connection, 3))
            {
                await connection.SendAsync(Ok + "HTTP/1.1 500 Oops|Content-Length: 0||" + Ok);
            }
        });

        var result = await Run(server, 30, depth: 3);

        Assert.Equal((20, 10), (result.Succeeded, result.Failures.UnexpectedStatus));
        Assert.Equal(1, result.ConnectionsOpened);
    }

    [Theory]
    [InlineData("", "closed before the response", 6, 0)]
    [InlineData("HTTP/1.1 200 OK|Conn", "within the response's head", 0, 6)]
    public async Task Counts_the_rest_when_the_connection_closes_among_them(string begun, string detail, long closed, long cut)
    {
        await using var server = new ScriptedServer(async connection =>
        {
            await ReadAsync(connection, 4);
            await connection.SendAsync(Ok + begun);
        });

        var result = await Run(server, 8, depth: 4);

        Assert.Equal((2, closed, cut), (result.Succeeded, result.Failures.ClosedWhileReusing, result.Failures.Read));
        Assert.Contains(detail, result.Failures.Examples[0].Detail, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Counts_the_rest_when_a_response_says_that_the_connection_closes()
    {
        await using var server = new ScriptedServer(async connection =>
        {
            await ReadAsync(connection, 4);
            await connection.SendAsync("HTTP/1.1 200 OK|Connection: close|Content-Length: 2||ok");
        });

        var result = await Run(server, 8, depth: 4);

        Assert.Equal((2, 6), (result.Succeeded, result.Failures.ClosedWhileReusing));
        Assert.Contains("closed the connection after an earlier response", result.Failures.Examples[0].Detail, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Counts_what_comes_after_a_malformed_response_as_lost()
    {
        await using var server = new ScriptedServer(async connection =>
        {
            await ReadAsync(connection, 4);
            await connection.SendAsync(Ok + "nonsense|" + Ok);
            await connection.HangAsync();
        });

        var result = await Run(server, 8, depth: 4);

        Assert.Equal((2, 2, 4), (result.Succeeded, result.Failures.Malformed, result.Failures.Read));
    }

    [Fact]
    public async Task Counts_those_that_are_not_answered_in_time()
    {
        await using var server = new ScriptedServer(async connection =>
        {
            await ReadAsync(connection, 4);
            await connection.SendAsync(Ok);
            await connection.HangAsync();
        });

        var result = await Run(server, 8, depth: 4, timeout: TimeSpan.FromMilliseconds(200));

        Assert.Equal((2, 6), (result.Succeeded, result.Failures.Timeouts));
        Assert.Equal(2, result.ConnectionsOpened);
    }

    [Fact]
    public async Task Counts_more_responses_than_requests_as_malformed()
    {
        await using var server = new ScriptedServer(async connection =>
        {
            await ReadAsync(connection, 2);
            await connection.SendAsync(Ok + Ok + Ok);
            await connection.HangAsync();
        });

        var result = await Run(server, 4, depth: 2);

        Assert.Equal((2, 2), (result.Succeeded, result.Failures.Malformed));
    }

    private static async Task<bool> ReadAsync(ScriptedConnection connection, int requests)
    {
        for (; requests > 0; requests--)
        {
            if (await connection.ReadRequestAsync() is null)
            {
                return false;
            }
        }

        return true;
    }

    private async Task<LoadResult> Run(ScriptedServer server, long requests, int depth, TimeSpan? timeout = null) => Identity.Check(
        await Against(server).Get("/").Sending(requests, connections: 1)
            .With(o => (o.PipelineDepth, o.Timeout) = (depth, timeout ?? o.Timeout)).RunAsync());

    public sealed class OnEpoll() : PipelineTests(LoadEngine.Epoll);

    public sealed class OnSocket() : PipelineTests(LoadEngine.Socket);
}
