using System.Text;
using ThroughputKit.Requests.Cookies;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Requests.Cookies;

/// <summary>Which cookies a user sends, and in which order.</summary>
public class CookieStoreTests
{
    private static readonly CookieRules _rules = new("127.0.0.1", IsLoopback: true, IsHttps: false);

    private readonly SetTime _time = new();
    private readonly CookieStore _cookies;

    public CookieStoreTests() => _cookies = new CookieStore(_rules, _time);

    [Theory]
    [InlineData("/shop/cart", "/shop", "/shop", true)]
    [InlineData("/shop/cart", "/shop", "/shop/cart", true)]
    [InlineData("/shop/cart", "/shop", "/shops", false)]
    [InlineData("/shop/cart", "", "/shop/x", true)] // the directory of the request
    [InlineData("/shop/cart", "", "/", false)]
    [InlineData("/cart", "", "/x", true)]
    [InlineData("/a", "/b/", "/b/c", true)]
    [InlineData("/a", "/b/", "/b", false)]
    public void A_cookie_is_for_its_path(string request, string path, string other, bool isSent)
    {
        Store(path.Length == 0 ? "a=1" : $"a=1; Path={path}", request);

        Assert.Equal(isSent ? "a=1" : "", Sent(other));
    }

    [Theory]
    [InlineData("a=; Max-Age=0", "")]
    [InlineData("a=2; max-age=0; expires=Fri, 31 Dec 2999 23:59:59 GMT", "")]
    [InlineData("a=2; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT", "a=2")]
    [InlineData("a=2; Expires=Thu, 01 Jan 1970 00:00:00 GMT", "")]
    [InlineData("a=2; Expires=Thu, 01-Jan-1970 00:00:00 GMT", "")]
    [InlineData("a=2; Max-Age=0s", "a=2")]
    [InlineData("a=2; Path=/b; Path=x", "a=2")] // of the last attribute: not absolute
    [InlineData("a=2; Expires=Fri, 31 Dec 2999 23:59:59 GMT; Domain=example.org; SameSite=Lax", "a=2")]
    [InlineData("a=2; Path=/b", "a=1")]
    [InlineData("a = 3=4 ;Secure", "a=3=4")]
    [InlineData("=x", "a=1")]
    [InlineData("a", "a=1")] // ignored, as RFC 6265, 5.2 says
    [InlineData("a=2; Max-Age=-99999999999999999999", "")]
    [InlineData("a=2; Max-Age=99999999999999999999", "a=2")]
    [InlineData("a=2; Expires=0", "a=2")]
    [InlineData("a=2; Expires=-1", "a=2")]
    public void A_later_one_replaces_or_removes_it(string later, string expected)
    {
        Store("a=1");
        Store(later);

        Assert.Equal(expected, Sent("/"));
    }

    [Fact]
    public void Several_are_sent_together_until_the_pass_is_over()
    {
        foreach (var name in "abc")
        {
            Store($"{name}={new string(name, 100)}");
        }

        Store("b=; Max-Age=-1");
        Assert.Equal($"a={new string('a', 100)}; c={new string('c', 100)}", Sent("/"));

        Store("d=1");
        Assert.Equal($"a={new string('a', 100)}; c={new string('c', 100)}; d=1", Sent("/"));

        _cookies.BeginWith(new CookieStore(_rules, _time));
        Assert.Equal("", Sent("/"));
    }

    [Fact]
    public void The_longest_path_comes_first_and_then_the_oldest_cookie()
    {
        Store("a=root; Path=/");
        Store("x=1; Path=/");
        Store("a=shop; Path=/shop");
        Store("y=1; Path=/");
        Store("x=; Path=/; Max-Age=0");
        Store("a=new; Path=/");
        Store("x=2; Path=/");

        Assert.Equal("a=shop; a=new; y=1; x=2", Sent("/shop/cart"));
    }

    [Fact]
    public void A_cookie_ends_when_its_time_is_over()
    {
        Store("short=1; Max-Age=2");
        Store("until=1; Expires=Thu, 01 Jan 2026 00:00:03 GMT");
        Store("long=1");
        Assert.Equal("short=1; until=1; long=1", Sent("/"));

        _time.Now += TimeSpan.FromSeconds(2);
        Assert.Equal("until=1; long=1", Sent("/"));

        _time.Now += TimeSpan.FromSeconds(1);
        Assert.Equal("long=1", Sent("/"));
    }

    [Fact]
    public void Those_that_have_ended_take_no_room()
    {
        for (var i = 0; i < 1_000; i++)
        {
            Store($"once{i}=1; Max-Age=2");
            _time.Now += TimeSpan.FromSeconds(1);
        }

        Assert.Equal("once999=1", Sent("/"));
        Assert.Equal(2, _cookies.Cookies.Count());
    }

    [Fact]
    public void A_copy_goes_on_by_itself_and_begins_anew_as_often_as_asked()
    {
        Store("sid=old; Path=/");
        var user = _cookies.Copy();
        user.Store("sid=new; Path=/"u8, "/"u8);
        user.Store("more=1; Path=/"u8, "/"u8);

        Assert.Equal("sid=old", Sent("/"));
        Assert.Equal("sid=new; more=1", Sent("/", user));

        user.BeginWith(_cookies);
        Assert.Equal("sid=old", Sent("/", user));
    }

    [Fact]
    public void Allocates_nothing_once_it_has_had_its_longest_cookies()
    {
        var user = _cookies.Copy();

        Assert.Equal(0, Allocated.By(Pass));

        void Pass()
        {
            Span<byte> destination = stackalloc byte[100];
            user.BeginWith(_cookies);
            user.Store("a=1; Path=/; Expires=Fri, 31 Dec 2999 23:59:59 GMT"u8, "/"u8);
            user.Store("b=1; Path=/x; Max-Age=60; Secure"u8, "/"u8);
            user.Store("a=; Path=/; Max-Age=0"u8, "/"u8);
            user.Write(destination, "/x"u8);
        }
    }

    private void Store(string set, string path = "/") => _cookies.Store(Encoding.UTF8.GetBytes(set), Encoding.UTF8.GetBytes(path));

    private string Sent(string path, CookieStore? cookies = null)
    {
        cookies ??= _cookies;
        var destination = new byte[cookies.MaxLength];
        return Encoding.UTF8.GetString(destination, 0, cookies.Write(destination, Encoding.UTF8.GetBytes(path)));
    }
}
