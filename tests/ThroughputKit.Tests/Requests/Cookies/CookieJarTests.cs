using ThroughputKit.Requests.Cookies;

namespace ThroughputKit.Tests.Requests.Cookies;

public class CookieJarTests
{
    private static readonly Uri _signIn = new("http://shop.example/account/sign-in?from=1");

    [Theory]
    [InlineData("a=1", "/account/orders?page=2", "a=1")] // the path of the request that set it, without its last part
    [InlineData("a=1", "/orders", "")]
    [InlineData("a=1; path=/Account", "/account", "")]
    [InlineData("a=1; path=/shop", "/shop?page=2", "a=1")]
    [InlineData("a=1; path=/shop", "/shops", "")]
    [InlineData("a=1; path=shop", "/account/x", "a=1")]
    [InlineData("a = {\"b\":\"1, 2\"} ; path=/", "/", "a={\"b\":\"1, 2\"}")]
    [InlineData("a=1=2; path=/", "/", "a=1=2")]
    [InlineData("a; path=/", "/", "a=")]
    [InlineData("a=1; path=/; max-age=0", "/", "")]
    [InlineData("a=1; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT", "/", "")]
    [InlineData("a=1; path=/; expires=Thu, 01-Jan-1970 00:00:00 GMT", "/", "")]
    [InlineData("a=1; path=/; expires=soon", "/", "a=1")]
    public void Reads_a_cookie_as_a_browser_does(string set, string path, string expected)
    {
        var jar = new CookieJar("127.0.0.1", isLoopback: true);

        jar.Store(_signIn, set);

        Assert.Equal(expected, jar.HeaderFor("http", path));
    }

    [Fact]
    public void Replaces_and_removes_a_cookie_of_the_same_name_and_path()
    {
        var jar = new CookieJar("127.0.0.1", isLoopback: true);
        foreach (var set in new[] { "a=1; path=/", "b=1; path=/", "a=2; path=/", "a=3; path=/shop", "b=; path=/; max-age=0" })
        {
            jar.Store(_signIn, set);
        }

        Assert.Equal("a=3; a=2", jar.HeaderFor("http", "/shop"));
        Assert.Empty(jar.Unsent("http", [LoadRequest.Get("/shop").WithHeader("Cookie", "a=3; a=2")]));
    }

    [Theory]
    [InlineData("a=1; path=/; secure", "a (it is marked Secure, and an address that is not on this machine needs https for it)")]
    [InlineData("a=1; path=/; domain=other.example", "a (its domain is other.example, and the app's host is shop.example)")]
    [InlineData("a=1; path=/; domain=op.example", "a (its domain is op.example, and the app's host is shop.example)")]
    [InlineData("__Secure-a=1; path=/", "__Secure-a (its prefix requires that it is marked Secure)")]
    [InlineData("__Host-a=1; path=/; secure; domain=shop.example", "__Host-a (its prefix forbids a domain and every path but /; it has the domain shop.example)")]
    [InlineData("=1; path=/", " (it has no name)")]
    [InlineData("a=1; path=/; domain=.example")]
    [InlineData("a=1; path=/; domain=Shop.Example")]
    public void Keeps_the_rules_for_a_host_elsewhere(string set, params string[] expected)
    {
        var jar = new CookieJar("shop.example", isLoopback: false);

        jar.Store(_signIn, set);
        var header = jar.HeaderFor("http", "/");

        Assert.Equal(expected.Length > 0, header.Length == 0);
        Assert.Equal(expected, jar.Unsent("http", [header.Length == 0 ? LoadRequest.Get("/") : LoadRequest.Get("/").WithHeader("Cookie", header)]));
    }

    [Fact]
    public void Names_a_cookie_that_a_header_takes_the_place_of()
    {
        var jar = new CookieJar("127.0.0.1", isLoopback: true);
        jar.Store(_signIn, "a=1; path=/; secure");

        Assert.Equal(["a (the requests have a Cookie header of their own)"], jar.Unsent("http", [LoadRequest.Get("/").WithHeader("Cookie", "b=1")]));
    }
}
