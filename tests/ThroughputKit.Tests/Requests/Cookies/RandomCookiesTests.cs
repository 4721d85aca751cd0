using System.Globalization;
using System.Net;
using System.Text;
using ThroughputKit.Requests.Chains;
using ThroughputKit.Requests.Cookies;

namespace ThroughputKit.Tests.Requests.Cookies;

/// <summary>The virtual user of a chain and the client of a scenario send the cookies that the framework's own container sends, in its order.</summary>
public class RandomCookiesTests
{
    private const int Jars = 50_000;

    private static readonly string[] _names = ["a", "b", "sid", "theme"];
    private static readonly string[] _paths = ["/", "/app", "/app/", "/app/cart", "/other"];
    private static readonly string[] _ends =
    [
        "", "", "", "; Max-Age=600", "; Max-Age=0", "; Expires=Thu, 01 Jan 1970 00:00:00 GMT", "; Expires=Fri, 31 Dec 2038 23:59:59 GMT",
    ];

    [Fact]
    public void All_send_the_same()
    {
        var random = new Random(1);
        var different = new List<string>();
        for (var i = 0; i < Jars; i++)
        {
            var store = new CookieStore(new CookieRules("127.0.0.1", IsLoopback: true, IsHttps: false), TimeProvider.System);
            var user = new VirtualUser(new ChainMix(new Chain([new Chain.Step([], default)], Values: 0, store)), connection: 0, connections: 1);
            user.Enter();
            var jar = new CookieJar(store.Copy());
            var container = new CookieContainer();
            List<string> lines = [];
            for (var line = random.Next(1, 8); line > 0; line--)
            {
                var (from, set) = (Any(_paths), $"{Any(_names)}={random.Next(100)}; Path={Any(_paths)}{Any(_ends)}");
                lines.Add(set);
                user.Cookies!.Store(Encoding.ASCII.GetBytes(set), Encoding.ASCII.GetBytes(from));
                jar.Store(from, set);
                container.SetCookies(Address(from), set);
            }

            var path = Any(_paths) + "x"[random.Next(2)..];
            var destination = new byte[1_000];
            var ofUser = Encoding.ASCII.GetString(destination, 0, user.Cookies!.Write(destination, Encoding.ASCII.GetBytes(path)));
            var expected = container.GetCookieHeader(Address(path));
            if (ofUser != expected || jar.HeaderFor(path) != expected)
            {
                different.Add($"{path}: '{expected}', chain '{ofUser}', scenario '{jar.HeaderFor(path)}' after {string.Join(" | ", lines)}");
            }
        }

        Assert.True(different.Count == 0, string.Create(CultureInfo.InvariantCulture, $"{different.Count} of {Jars} differ: {different.FirstOrDefault()}"));

        string Any(string[] all) => all[random.Next(all.Length)];
    }

    private static Uri Address(string path) => new($"http://127.0.0.1:5000{path}");
}
