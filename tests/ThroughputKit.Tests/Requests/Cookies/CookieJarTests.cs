using ThroughputKit.Requests.Cookies;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Requests.Cookies;

public class CookieJarTests
{
    private const string SignIn = "/account/sign-in";

    [Theory]
    [InlineData("a=1", "/account/orders?page=2", "a=1")] // the path of the request that set it, without its last part
    [InlineData("a=1", "/orders", "")]
    [InlineData("a=1; path=/Account", "/account", "")]
    [InlineData("a=1; path=/shop", "/shop?page=2", "a=1")]
    [InlineData("a=1; path=/shop", "/shops", "")]
    [InlineData("a=1; path=shop", "/account/x", "a=1")]
    [InlineData("a = {\"b\":\"1, 2\"} ; path=/", "/", "a={\"b\":\"1, 2\"}")]
    [InlineData("a=1=2; path=/", "/", "a=1=2")]
    [InlineData("a; path=/", "/", "")] // without '=' it is none
    [InlineData("a=1; path=/; max-age=0", "/", "")]
    [InlineData("a=1; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT", "/", "")]
    [InlineData("a=1; path=/; expires=Thu, 01-Jan-1970 00:00:00 GMT", "/", "")]
    [InlineData("a=1; path=/; expires=soon", "/", "a=1")]
    public void Reads_a_cookie_as_a_browser_does(string set, string path, string expected)
    {
        var jar = Jar("127.0.0.1", isLoopback: true);

        jar.Store(SignIn, set);

        Assert.Equal(expected, jar.HeaderFor(path));
    }

    [Fact]
    public void Replaces_and_removes_a_cookie_of_the_same_name_and_path()
    {
        var jar = Jar("127.0.0.1", isLoopback: true);
        foreach (var set in new[] { "a=1; path=/", "b=1; path=/", "a=2; path=/", "a=3; path=/shop", "b=; path=/; max-age=0" })
        {
            jar.Store(SignIn, set);
        }

        Assert.Equal("a=3; a=2", jar.HeaderFor("/shop"));
        Assert.Empty(jar.Unsent([LoadRequest.Get("/shop").WithHeader("Cookie", "a=3; a=2")]));
    }

    [Theory]
    [InlineData("a=1; path=/; secure", "a (it is marked Secure, and an address that is not on this machine needs https for it)")]
    [InlineData("a=1; path=/; domain=other.example", "a (its domain is not that of the app; set with 'path=/; domain=other.example')")]
    [InlineData("a=1; path=/; domain=op.example", "a (its domain is not that of the app; set with 'path=/; domain=op.example')")]
    [InlineData("__Secure-a=1; path=/", "__Secure-a (its prefix requires that it is marked Secure; set with 'path=/')")]
    [InlineData("__Host-a=1; path=/; secure; domain=shop.example", "__Host-a (its prefix forbids a domain and every path but /; set with 'path=/; secure; domain=shop.example')")]
    [InlineData("=1; path=/", " (it has no name, or no '='; set with 'path=/')")]
    [InlineData("a=1; path=/; domain=.example")]
    [InlineData("a=1; path=/; domain=Shop.Example")]
    public void Keeps_the_rules_for_a_host_elsewhere(string set, params string[] expected)
    {
        var jar = Jar("shop.example", isLoopback: false);

        jar.Store(SignIn, set);
        var header = jar.HeaderFor("/");

        Assert.Equal(expected.Length > 0, header.Length == 0);
        Assert.Equal(expected, jar.Unsent([header.Length == 0 ? LoadRequest.Get("/") : LoadRequest.Get("/").WithHeader("Cookie", header)]));
    }

    [Fact]
    public void Names_a_cookie_that_a_header_takes_the_place_of()
    {
        var jar = Jar("127.0.0.1", isLoopback: true);
        jar.Store(SignIn, "a=1; path=/; secure");

        Assert.Equal(["a (the requests have a Cookie header of their own)"], jar.Unsent([LoadRequest.Get("/").WithHeader("Cookie", "b=1")]));
    }

    [Fact]
    public void A_target_that_is_a_placeholder_may_have_any_path()
    {
        var jar = Jar("127.0.0.1", isLoopback: true);
        jar.Store(SignIn, "a=1; path=/");
        jar.Store(SignIn, "b=1");

        Assert.Equal("a=1", jar.HeaderFor("{url}"));
        Assert.Equal(["b (its path is /account, and no request is under it)"], jar.Unsent([LoadRequest.Get("{url}").WithHeader("Cookie", "a=1")]));
    }

    [Fact]
    public void Names_a_cookie_that_has_ended()
    {
        var time = new SetTime();
        var jar = new CookieJar(new CookieStore(new CookieRules("127.0.0.1", IsLoopback: true, IsHttps: false), time));
        jar.Store(SignIn, "a=1; path=/; max-age=60");
        time.Now += TimeSpan.FromSeconds(60);

        Assert.Equal("", jar.HeaderFor("/"));
        Assert.Equal(["a (its time was over before the load began)"], jar.Unsent([LoadRequest.Get("/")]));
    }

    [Fact]
    public void A_virtual_user_sends_cookies_after_those_of_its_request()
    {
        var jar = Jar("127.0.0.1", isLoopback: true);
        jar.Store(SignIn, "a=1; path=/");
        jar.Store(SignIn, "b=1; path=/elsewhere");

        Assert.Equal(
            ["b (its path is /elsewhere, and no request is under it)"],
            jar.Unsent([LoadRequest.Get("/").WithHeader("Cookie", "c=1")], areKept: true));
    }

    private static CookieJar Jar(string host, bool isLoopback) => new(new CookieStore(new CookieRules(host, isLoopback, IsHttps: false), TimeProvider.System));
}
