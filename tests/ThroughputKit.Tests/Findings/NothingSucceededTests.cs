using TestApp;
using ThroughputKit.Findings;
using ThroughputKit.Recording;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Findings;

public class NothingSucceededTests
{
    [Fact]
    public void Says_that_the_window_is_too_short_for_the_responses()
    {
        var latency = new LatencyHistogram();
        latency.Record(500_000_000);

        CheckTooShort(ResponseFindings.NothingSucceeded(MadeUp.Facts(
            MadeUp.Result(latency) with { Duration = TimeSpan.FromMilliseconds(200), Sent = 4, Succeeded = 0, InFlightAtEnd = 4 }))!);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Is_reported_when_all_responses_come_after_the_window()
    {
        await using var server = new ScriptedServer(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                await Task.Delay(1_000, connection.Stop);
                await connection.SendAsync("HTTP/1.1 200 OK|Content-Length: 2||ok");
            }
        });

        CheckTooShort(Assert.Single((await LoadTest.Against(server.Address).Get("/").Lasting(200).RunAsync()).FindingsOfApp()));
    }

    [Fact]
    public async Task Is_reported_when_no_response_is_valid()
    {
        await using var server = ScriptedServer.Answering("nonsense|");

        Assert.Equal("NothingSucceeded", Assert.Single((await LoadTest.Against(server.Address).Get("/").Sending(4).RunAsync()).FindingsOfApp()).Name);
    }

    [Fact]
    public void Asks_what_the_app_waits_for_when_requests_timed_out()
    {
        var result = MadeUp.Result(new LatencyHistogram()) with { Succeeded = 0, Failed = 4, Failures = MadeUp.Failures() with { Timeouts = 4 } };

        Assert.StartsWith("Check whether the app hangs, ", ResponseFindings.NothingSucceeded(MadeUp.Facts(result))!.Remedy, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("no complete response in time; the response is a stream of server-sent events (text/event-stream)")]
    [InlineData("no complete response in time; the response had begun and kept coming")]
    public void Names_a_response_that_never_ends(string detail)
    {
        var example = new FailureExample { Kind = FailureKind.Timeout, Request = "GET /events", At = TimeSpan.FromSeconds(10), Detail = detail };
        var failures = MadeUp.Failures() with { Timeouts = 4, Examples = [example] };
        var result = MadeUp.Result(new LatencyHistogram()) with { Succeeded = 0, Failed = 4, Failures = failures };

        Assert.Equal(
            "GET /events kept sending until its time was up: a response that ends only when the client leaves, like server-sent events or a stream, can't be measured. "
            + "Load another path. If it is only long, allow more time: .With(o => o.RequestTimeout = ...).",
            ResponseFindings.NothingSucceeded(MadeUp.Facts(result))!.Remedy);
    }

    [Fact]
    public async Task Is_not_reported_when_statuses_are_the_cause() =>
        Assert.Empty((await LoadTest.For<App>().Get("/status/418").Sending(4).RunAsync()).FindingsOfApp());

    [Fact]
    public void Asks_nothing_further_if_requests_succeeded() =>
        Assert.Null(ResponseFindings.NothingSucceeded(MadeUp.Facts(MadeUp.Result(new LatencyHistogram()) with { Endpoints = null! })));

    private static void CheckTooShort(Finding finding)
    {
        Assert.Equal(("NothingSucceeded", FindingSeverity.Error), (finding.Name, finding.Severity));
        Assert.Equal("No request succeeded within the window of 0.2 s.", finding.Message);
        Assert.EndsWith("set Duration well above that, or set fewer Connections so that requests wait less for each other.", finding.Remedy, StringComparison.Ordinal);
    }
}
