using TestApp;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Engines;

/// <summary>Connections that the load closes after so many requests.</summary>
public class RequestsPerConnectionTests
{
    public static TheoryData<LoadEngine, bool> Engines => OperatingSystem.IsLinux()
        ? new() { { LoadEngine.Socket, false }, { LoadEngine.Socket, true }, { LoadEngine.Epoll, false }, { LoadEngine.Epoll, true } }
        : new() { { LoadEngine.Socket, false }, { LoadEngine.Socket, true } };

    [Theory]
    [MemberData(nameof(Engines))]
    public async Task Each_connection_has_as_many(LoadEngine engine, bool isOverHttps)
    {
        var result = Identity.Check(await Test(engine, isOverHttps, each: 5).Sending(100, connections: 1).RunAsync());

        Assert.Equal((100, 0, 20), (result.Succeeded, result.Failed, result.ConnectionsOpened));
        Assert.DoesNotContain(result.Findings, f => f.Name == FindingNames.ConnectionChurn);
    }

    [Theory]
    [MemberData(nameof(Engines))]
    public async Task At_a_set_rate_too(LoadEngine engine, bool isOverHttps)
    {
        var result = Identity.Check(await Test(engine, isOverHttps, each: 1).AtRate(1_000).Lasting(milliseconds: 100).RunAsync());

        Assert.Equal((0, result.Sent), (result.Failed, result.ConnectionsOpened));
    }

    [Theory]
    [MemberData(nameof(Engines))]
    public async Task A_connection_that_the_warm_up_began_goes_on(LoadEngine engine, bool isOverHttps)
    {
        var result = Identity.Check(await Test(engine, isOverHttps, each: int.MaxValue).Sending(100, connections: 1)
            .With(o => o.WarmUp = TimeSpan.FromMilliseconds(1)).RunAsync());

        Assert.Equal((100, 0), (result.Succeeded, result.ConnectionsOpened));
    }

    [Fact]
    public async Task What_TLS_sends_between_requests_closes_no_connection()
    {
        var result = Identity.Check(await Test(LoadEngine.Socket, isOverHttps: true, each: 1_000).AtRate(40).Lasting(milliseconds: 250, connections: 1).RunAsync());

        Assert.Equal((0, 1), (result.Failed, result.ConnectionsOpened));
    }

    private static LoadTest Test(LoadEngine engine, bool isOverHttps, int each)
    {
        var test = LoadTest.For<App>().Get("/text").With(o => (o.Engine, o.RequestsPerConnection) = (engine, each));
        return isOverHttps ? test.OverHttps() : test;
    }
}
