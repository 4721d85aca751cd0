using TestApp;
using ThroughputKit.Findings;
using ThroughputKit.Recording;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Findings;

public class StatusChangedTests
{
    [Fact]
    public void Statuses_that_the_request_expects_may_differ()
    {
        var result = Result((200, 50), (404, 50));
        var expecting = result with { Failures = MadeUp.Failures(), Endpoints = [result.Endpoints[0] with { HasOwnStatuses = true }] };

        Assert.NotNull(Examine(result));
        Assert.Null(Examine(expecting));
        Assert.NotNull(Examine(expecting with { Failures = result.Failures }));
    }

    [Theory]
    [InlineData(200, 990, 9, false)] // less than a hundredth
    [InlineData(200, 990, 10, true)]
    [InlineData(503, 990, 10, true)]
    [InlineData(200, 0, 10, true)]
    [InlineData(503, 990, 0, false)] // the first alone failed
    [InlineData(0, 990, 10, false)] // the first was not answered
    public void Compares_with_the_first_response(int first, long good, long bad, bool expected) =>
        Assert.Equal(expected, Examine(Result((200, good), (429, bad)), first) is not null);

    [Theory]
    [InlineData(200)]
    [InlineData(500)]
    public void Errors_of_the_server_are_reported_by_another_finding(int first) => Assert.Null(Examine(Result((200, 20), (500, 10)), first));

    [Fact]
    public void Reports_the_count_of_each_status_and_when_the_first_failed()
    {
        var result = Result((200, 1_000), (429, 5_000), (302, 20));
        var late = new FailureExample { Kind = FailureKind.UnexpectedStatus, Request = "GET /", At = TimeSpan.FromSeconds(1.25), Detail = "status 429" };

        Assert.Equal(
            "The first response was 200, but of 6,020 in the window, 5,000 were 429, 20 were 302, the first after 1.250 s.",
            Examine(result with { Failures = MadeUp.Failures() with { UnexpectedStatus = 5_020, Examples = [late] } })?.Message);
    }

    [Fact]
    public void Another_success_status_is_reported_too() =>
        Assert.Equal("The first response was 200, but of 100 in the window, 60 were 204.", Examine(Result((200, 40), (204, 60)) with { Failures = MadeUp.Failures() })?.Message);

    [Fact]
    public void Several_requests_may_have_different_statuses()
    {
        var result = Result((200, 50), (201, 50));

        Assert.Null(Examine(result with { Endpoints = [result.Endpoints[0], result.Endpoints[0]] }));
    }

    [Fact]
    public async Task Data_may_have_been_used_before()
    {
        var used = new HashSet<string>(StringComparer.Ordinal);
        await using var app = await RecordingApp.StartAsync((context, request) =>
        {
            lock (used)
            {
                context.Response.StatusCode = used.Add(request.Target) ? 200 : 409;
            }

            return Task.CompletedTask;
        });
        var test = app.Test.Get("/{id}").Sending(8, connections: 1);

        var once = await test.WithData(LoadData.FromValues("id", ["1", "2", "3"])).RunAsync();
        var identical = await test.RunAsync();

        Assert.Contains("rows and counters may have been used before, by the warm-up or an earlier run", Remedy(once), StringComparison.Ordinal);
        Assert.StartsWith("All requests are identical.", Remedy(identical), StringComparison.Ordinal);

        static string Remedy(LoadResult result) => Assert.Single(result.Findings, f => f.Name == FindingNames.StatusChanged).Remedy!;
    }

    [Fact]
    public async Task An_app_that_fails_intermittently_is_reported_as_a_server_error()
    {
        var result = await LoadTest.For<App>().Get("/every-third").Sending(30, connections: 1).RunAsync();

        Assert.Equal("10 of 30 responses are 500: the app fails.", Assert.Single(result.FindingsOfApp()).Message);
    }

    [Fact]
    public async Task The_first_response_comes_from_the_warm_up()
    {
        var answered = 0;
        await using var server = new ScriptedServer(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                await connection.SendAsync(Interlocked.Increment(ref answered) == 1 ? "HTTP/1.1 200 OK|Content-Length: 0||" : "HTTP/1.1 429 Too Many Requests|Content-Length: 0||");
            }
        });

        var result = await LoadTest.Against(server.Address).Get("/").Sending(20).With(o => (o.WarmUp, o.MaxWarmUp) = (TimeSpan.FromMilliseconds(100), TimeSpan.FromMilliseconds(100))).RunAsync();

        Assert.Equal(["RateLimiting", "StatusChanged"], result.FindingsOfApp().Select(f => f.Name));
        Assert.StartsWith("The first response was 200, but of 20 in the window, 20 were 429, ", result.FindingsOfApp()[1].Message, StringComparison.Ordinal);
    }

    private static Finding? Examine(LoadResult result, int first = 200) =>
        ResponseFindings.StatusChanged(MadeUp.Facts(result) with { Observed = new Observations { FirstStatus = first } });

    private static LoadResult Result(params (int Status, long Count)[] statuses) => MadeUp.Result(new LatencyHistogram()) with
    {
        Statuses = statuses.Where(s => s.Count > 0).ToDictionary(s => s.Status, s => s.Count),
        Failures = MadeUp.Failures() with { UnexpectedStatus = statuses.Where(s => s.Status >= 300).Sum(s => s.Count) },
    };
}
