using ThroughputKit.Recording;
using ThroughputKit.Reporting;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Reporting;

public class SideNamesTests
{
    [Theory]
    [InlineData("/src/main/publish", "/src/pr/publish", "main")]
    [InlineData("../a/bin/Release/net10.0", "../a/bin/Debug/net10.0", "Release")]
    [InlineData("C:\\builds\\7\\shop", "C:\\builds\\8\\shop", "7")]
    [InlineData("out/old/x/shop", "out/shop", "old/x")]
    [InlineData("http://localhost:5000", "http://localhost:5001", "localhost:5000")]
    [InlineData("out", "out/new", "out")]
    [InlineData("a/a", "a", "a")]
    public void Paths_are_named_by_the_part_that_differs(string path, string other, string expected) =>
        Assert.Equal(expected, SideNames.Difference(path, other));

    [Theory]
    [InlineData("out", "out")]
    [InlineData(null, "out")]
    [InlineData("out", null)]
    public void Equal_or_missing_paths_have_no_difference(string? path, string? other) => Assert.Null(SideNames.Difference(path, other));

    [Fact]
    public void Builds_of_one_app_get_different_names_and_names_that_differ_are_kept()
    {
        var main = MadeUp.Result(new LatencyHistogram()) with { Name = "GET /orders", Origin = "main/out" };

        Assert.Equal("GET /orders of main", SideNames.Of(main, main with { Origin = "pr/out" }));
        Assert.Equal("GET /orders", SideNames.Of(main, main with { Name = "pull request", Origin = "pr/out" }));
        Assert.Equal("GET /orders", SideNames.Of(main, main));
    }

    [Fact]
    public void The_version_of_HTTP_and_TLS_are_named_where_they_differ()
    {
        var plain = MadeUp.Result(new LatencyHistogram()) with { Name = "GET /orders" };
        var http2 = plain with { Protocol = LoadProtocol.Http2 };
        var tls = http2 with { Handshakes = new LatencyFigures(new LatencyHistogram()) };

        Assert.Equal(("GET /orders over HTTP/2", "GET /orders over HTTP/1.1"), (SideNames.Of(http2, plain), SideNames.Of(plain, http2)));
        Assert.Equal(("GET /orders over HTTP/2 with TLS", "GET /orders over HTTP/2"), (SideNames.Of(tls, http2), SideNames.Of(http2, tls)));
        Assert.Equal("GET /orders", SideNames.Of(tls, tls));
        Assert.Equal("GET /orders of main over HTTP/2", SideNames.Of(http2 with { Origin = "main/out" }, plain with { Origin = "pr/out" }));
    }
}
