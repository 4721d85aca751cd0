using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Engines;

/// <summary>What is counted when responses to requests written together fail, or do not come.</summary>
public abstract class PipelineFailureTests(LoadEngine engine) : PipelineTestBase(engine)
{
    [Theory]
    [InlineData(0, 0, 0, 8)]
    [InlineData(1, 2, 6, 0)]
    [InlineData(2, 4, 4, 0)]
    [InlineData(3, 6, 2, 0)]
    [InlineData(4, 4, 4, 0)] // the next four are sent on the connection that has been closed meanwhile
    public async Task Counts_exactly_the_responses_before_the_connection_closes(int answered, long succeeded, long closed, long cut)
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
    public async Task Counts_every_request_when_the_connection_is_reset_midway(int answered)
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
        Assert.InRange(result.Succeeded, 0, 2 * answered); // a reset may discard what has not been read yet
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    public async Task Counts_no_response_after_one_that_announces_the_close(int last)
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
    public async Task Counts_no_more_than_was_sent_when_extra_responses_arrive()
    {
        await using var server = new ScriptedServer(async connection =>
        {
            while (await ReadAsync(connection, 4))
            {
                await connection.SendAsync(Ok + Ok + Ok + Ok);
                await connection.SendAsync(Ok); // arrives with the last one, or is taken for the response to the next request
            }
        });

        var result = await Run(server, 40, depth: 4);

        Assert.Equal(40, result.Sent);
        Assert.Equal(40, result.Succeeded + result.Failed);
        Assert.True(server.Requests <= 40);
    }

    [Fact]
    public async Task Counts_an_unexpected_status_and_continues()
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
    public async Task Counts_unanswered_requests_when_the_connection_closes_midway(string begun, string detail, long closed, long cut)
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
    public async Task Counts_unanswered_requests_when_a_response_announces_the_close()
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
    public async Task Counts_requests_after_a_malformed_response_as_lost()
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
    [Trait("Category", "Slow")] // the answer must come within the timeout; ExchangeTests have it without a clock
    public async Task Counts_requests_that_are_not_answered_in_time()
    {
        await using var server = new ScriptedServer(async connection =>
        {
            await ReadAsync(connection, 4);
            await connection.SendAsync(Ok);
            await connection.HangAsync();
        });

        var result = await Run(server, 8, depth: 4, timeout: TimeSpan.FromSeconds(2));

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

    public sealed class OnEpoll() : PipelineFailureTests(LoadEngine.Epoll);

    public sealed class OnSocket() : PipelineFailureTests(LoadEngine.Socket);
}
