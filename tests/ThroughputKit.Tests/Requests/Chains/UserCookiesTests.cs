using System.Text;
using ThroughputKit.Requests.Chains;

namespace ThroughputKit.Tests.Requests.Chains;

/// <summary>Which cookies a virtual user sends.</summary>
public class UserCookiesTests
{
    private readonly UserCookies _cookies = new();

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

        _cookies.Clear();
        Assert.Equal("", Sent("/"));
    }

    private void Store(string set, string path = "/") => _cookies.Store(Encoding.UTF8.GetBytes(set), Encoding.UTF8.GetBytes(path));

    private string Sent(string path)
    {
        var destination = new byte[_cookies.MaxLength];
        return Encoding.UTF8.GetString(destination, 0, _cookies.Write(destination, Encoding.UTF8.GetBytes(path)));
    }
}
