using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Scenarios;

/// <summary>How server-sent events count.</summary>
public class EventStreamTests
{
    private static readonly TimeSpan _hang = TimeSpan.FromSeconds(60);

    [Fact]
    public async Task The_server_and_the_kit_count_the_same()
    {
        await using var app = new SocketApp();

        var result = Identity.Check(await app.Test.Scenario("read", async (user, _) =>
        {
            var ids = new List<string?>();
            await foreach (var news in user.EventsAsync("/events/5", "news"))
            {
                Assert.Equal(("news", "a\nb"), (news.EventType, news.Data));
                ids.Add(news.EventId);
            }

            Assert.Equal(["0", "1", "2", "3", "4"], ids);
        }).Sending(20, connections: 3).RunAsync());

        Assert.Equal([("news: first event", 20L, 20L), ("news", 80L, 80L)], result.Endpoints.Select(e => (e.Name, e.Sent, e.Succeeded)));
        Assert.Equal((100, 100L, 0L), (app.Sent, result.Statuses[200], result.InFlightAtEnd));
    }

    [Fact]
    public async Task An_endless_stream_ends_when_the_code_stops_reading()
    {
        await using var app = new SocketApp();

        var result = Identity.Check(await app.Test.Scenario("read", async (user, _) =>
        {
            var count = 0;
            await foreach (var news in user.EventsAsync("/events/3?hold"))
            {
                if (++count == 3)
                {
                    break;
                }
            }
        }).Sending(6, connections: 2).RunAsync().WaitAsync(_hang));

        Assert.Equal((18, 18L, 18L), (app.Sent, result.Sent, result.Succeeded));
    }

    [Fact]
    public async Task What_waits_for_the_code_has_a_latency()
    {
        await using var app = new SocketApp();

        var result = Identity.Check(await app.Test.Scenario("read", async (user, _) =>
        {
            await foreach (var news in user.EventsAsync("/events/2", "news"))
            {
                await user.PauseAsync(TimeSpan.FromMilliseconds(200));
            }
        }).Sending(2, connections: 1).RunAsync());

        Assert.True(result.Endpoints[1].Latency.Min > TimeSpan.FromMilliseconds(190), $"{result.Endpoints[1]}");
    }

    [Fact]
    public async Task A_wait_ends_with_the_window_and_counts_nothing()
    {
        await using var app = new SocketApp();
        var ended = 0;

        var result = Identity.Check(await app.Test.Scenario("read", async (user, _) =>
        {
            await foreach (var news in user.EventsAsync("/events/3?hold"))
            {
            }

            ended++;
        }).Lasting(500, connections: 2).With(o => o.RequestTimeout = TimeSpan.FromHours(1)).RunAsync().WaitAsync(_hang));

        Assert.Equal((6L, 6L, 0), (result.Sent, result.Succeeded, ended));
    }

    [Fact]
    public async Task A_wait_that_the_code_gives_up_holds_up_nothing()
    {
        await using var app = new SocketApp();

        var result = Identity.Check(await app.Test.Scenario("read", async (user, token) =>
        {
            var events = user.EventsAsync("/events/1?hold").GetAsyncEnumerator(token);
            await events.MoveNextAsync();
            await Task.WhenAny(events.MoveNextAsync().AsTask(), Task.Delay(10, token));
        }).Sending(4, connections: 1).With(o => o.RequestTimeout = TimeSpan.FromHours(1)).RunAsync().WaitAsync(_hang));

        Assert.Equal((4L, 4L), (result.Sent, result.Succeeded));
    }

    [Theory]
    [InlineData("/events/0?hold", nameof(FailureFigures.Timeouts), "the step did not end within 0.3 s")]
    [InlineData("/events/0", nameof(FailureFigures.Read), "IOException: The stream of events ended without any.")]
    [InlineData("/text", nameof(FailureFigures.FailedCheck), "InvalidDataException: The response has the content type 'text/plain', and not text/event-stream.")]
    [InlineData("/nowhere", nameof(FailureFigures.UnexpectedStatus), "HttpRequestException: Response status code does not indicate success: 404 (Not Found).")]
    public async Task Without_an_event_it_is_a_failure(string path, string kind, string detail)
    {
        await using var app = new SocketApp();

        var result = Identity.Check(await app.Test.Scenario("read", async (user, _) =>
        {
            await foreach (var news in user.EventsAsync(path))
            {
            }
        }).Sending(2, connections: 1).With(o => o.RequestTimeout = TimeSpan.FromMilliseconds(300)).RunAsync().WaitAsync(_hang));

        Assert.Equal((2L, 2L), (result.Failed, typeof(FailureFigures).GetProperty(kind)!.GetValue(result.Failures)));
        Assert.Equal(detail, result.Failures.Examples[0].Detail);
    }
}
