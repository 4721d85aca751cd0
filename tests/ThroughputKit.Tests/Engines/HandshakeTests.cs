using TestApp;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Engines;

/// <summary>The TLS handshakes of a load: how many, how long, and when.</summary>
public class HandshakeTests
{
    private static readonly LoadTest _test = LoadTest.For<App>().OverHttps().Get("/text").Sending(100);

    [Fact]
    public async Task Those_of_the_warm_up_are_before_the_window()
    {
        var result = Identity.Check(await _test.With(o => o.WarmUp = TimeSpan.FromMilliseconds(1)).RunAsync());

        Assert.Equal((100, 0, 4), (result.Succeeded, result.ConnectionsOpened, result.Handshakes!.Count));
        Assert.True(result.Handshakes.Min > TimeSpan.Zero);
    }

    [Fact]
    public async Task Those_of_new_connections_are_in_it()
    {
        var result = Identity.Check(await _test.With(o => o.RequestsPerConnection = 1).RunAsync());

        Assert.Equal((100, 100, 100), (result.Succeeded, result.ConnectionsOpened, result.Handshakes!.Count));
        Assert.Contains("  Handshakes  100 of TLS, 100 in the window, mean ", result.ToString(), StringComparison.Ordinal);
        Assert.Equal(result.Handshakes.Max, LoadResult.FromJson(result.ToJson()).Handshakes!.Max);
    }

    [Fact]
    public async Task They_add_up_over_several_runs()
    {
        var (one, other) = (await _test.RunAsync(), await _test.RunAsync());

        Assert.Equal(one.Handshakes!.Count + other.Handshakes!.Count, LoadResult.Merge([one, other]).Handshakes!.Count);
    }

    [Fact]
    public async Task There_are_none_over_plain_HTTP() => Assert.Null((await LoadTest.For<App>().Get("/text").Sending(20).RunAsync()).Handshakes);
}
