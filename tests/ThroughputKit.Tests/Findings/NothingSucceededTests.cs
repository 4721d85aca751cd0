using TestApp;
using ThroughputKit.Findings;
using ThroughputKit.Recording;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Findings;

public class NothingSucceededTests
{
    [Fact]
    public async Task Says_that_the_window_is_too_short_for_the_responses()
    {
        await using var server = new ScriptedServer(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                await Task.Delay(500, connection.Stop);
                await connection.SendAsync("HTTP/1.1 200 OK|Content-Length: 0||");
            }
        });

        var finding = Assert.Single((await LoadTest.Against(server.Address).Get("/").Lasting(50).RunAsync()).FindingsOfApp());

        Assert.Equal(("NothingSucceeded", FindingSeverity.Error), (finding.Name, finding.Severity));
        Assert.Equal("No request succeeded within the window of 0.05 s.", finding.Message);
        Assert.EndsWith("set Duration well above that, or set fewer Connections so that requests wait less for each other.", finding.Remedy, StringComparison.Ordinal);
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

    [Fact]
    public async Task Is_not_reported_when_statuses_are_the_cause() =>
        Assert.Empty((await LoadTest.For<App>().Get("/status/418").Sending(4).RunAsync()).FindingsOfApp());
}
