using TestApp;
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
        Assert.EndsWith("lengthen Duration well beyond that, or set fewer Connections, which wait less for one another.", finding.Remedy, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Says_so_where_nothing_is_answered()
    {
        await using var server = ScriptedServer.Answering("nonsense|");

        Assert.Equal("NothingSucceeded", Assert.Single((await LoadTest.Against(server.Address).Get("/").Sending(4).RunAsync()).FindingsOfApp()).Name);
    }

    [Fact]
    public async Task Says_nothing_where_statuses_are_to_blame() =>
        Assert.Empty((await LoadTest.For<App>().Get("/status/418").Sending(4).RunAsync()).FindingsOfApp());
}
