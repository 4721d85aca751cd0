using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Engines;

/// <summary>Several requests written together, and their responses, however they arrive.</summary>
public abstract class PipelineTests(LoadEngine engine) : PipelineTestBase(engine)
{
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
    public async Task Writes_the_rest_of_a_fixed_number()
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

    [Fact]
    public async Task Reads_responses_that_come_before_the_first_request_is_read()
    {
        await using var server = new ScriptedServer(async connection =>
        {
            await connection.SendAsync(Ok + Ok + Ok + Ok);
            while (await ReadAsync(connection, 4))
            {
                // The next four are answered before they arrive, too.
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
        // More than the system buffers while the server doesn't read, so that the rest is written after the responses have arrived.
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

    public sealed class OnEpoll() : PipelineTests(LoadEngine.Epoll);

    public sealed class OnSocket() : PipelineTests(LoadEngine.Socket);
}
