using System.Globalization;
using System.Text;
using ThroughputKit.Requests;
using ThroughputKit.Requests.Chains;
using ThroughputKit.Requests.Cookies;
using ThroughputKit.Requests.Data;
using ThroughputKit.Responses.Checks;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Requests.Chains;

/// <summary>Virtual users without a connection.</summary>
public class VirtualUserTests
{
    private static readonly LoadRequest[] _requests =
    [
        LoadRequest.Post("/sign-in").TakeJson("escaped", "/a/0").TakeJson("number", "/n").TakeHeader("header", "X-H").TakeCookie("cookie", "c").TakeMatch("match", "(?<=m\":\")[^\"]+"),
        LoadRequest.Post("/{escaped}?{match}").WithHeader("X", "{header} {cookie}").WithJsonText("""{"n": {number}, "a": "{escaped}"}"""),
        LoadRequest.Get("/{header}"),
    ];

    [Fact]
    public void A_pass_allocates_nothing_once_one_was_as_long()
    {
        string[] names = ["escaped", "number", "header", "cookie", "match"];
        var data = new DataEncoder(data: null, names, keepsCookies: true);
        EncodedRequest[] encoded = [.. _requests.Select(r => RequestEncoder.Encode(r, new Uri("http://localhost"), r.Expected(new bool[1000], keepsCookies: true), data, keepsCookies: true))];
        var cookies = new CookieStore(new CookieRules("127.0.0.1", IsLoopback: true, IsHttps: false), TimeProvider.System);
        var user = new VirtualUser(new ChainMix(Chain.Of(_requests, names, names.Contains, cookies)), connection: 0, connections: 1);
        user.Enter();
        var head = Wire.Bytes("Set-Cookie: c=1; Path=/; Expires=Fri, 31 Dec 2999 23:59:59 GMT|X-H: h|");
        var body = Encoding.UTF8.GetBytes("""{"n": 12, "m":"x ü", "a": ["\u00fc\n"]}""");
        var last = "";
        Send(3, keepsText: true);

        Assert.Equal(0, Allocated.By(() => Send(3_000, keepsText: false)));
        Send(2, keepsText: true);
        Assert.Equal(
            "POST /%C3%BC%0A?x%20%C3%BC HTTP/1.1|Host: localhost|X: h 1|Content-Type: application/json; charset=utf-8|Cookie: c=1|Content-Length: 22||"
                + """{"n": 12, "a": "ü\n"}""",
            last);

        void Send(int count, bool keepsText)
        {
            for (var i = 0; i < count; i++)
            {
                var bytes = user.Compose(encoded[user.Request].Template!);
                last = keepsText ? Encoding.UTF8.GetString(bytes.Span).Replace("\r\n", "|", StringComparison.Ordinal) : last;
                var isTaken = user.Take(new CheckedResponse { Head = head, Body = body, BodyLength = body.Length }, bytes.Span, explains: false) is null;
                user.Ended(isTaken);
            }
        }
    }

    [Fact]
    public void An_expression_is_compiled_before_the_load_and_costs_another_thread_little()
    {
        using var source = new MatchSource("id", "(?<=id=)[0-9]+");
        long[] allocated = [];
        for (var i = 0; i < 2; i++) // the first thread also takes what the process needs once
        {
            var thread = new Thread(() => allocated = [Take(), Take()]);
            thread.Start();
            thread.Join();
        }

        Assert.InRange(allocated[0], 0, 6_000); // compiling alone takes 12,000
        Assert.Equal(0, allocated[1]);

        long Take()
        {
            var value = new ValueBuffer();
            value.Room(16);
            var before = GC.GetAllocatedBytesForCurrentThread();
            var fault = source.Take(new CheckedResponse { Body = "id=7"u8, BodyLength = 4 }, value);
            var bytes = GC.GetAllocatedBytesForCurrentThread() - before;
            Assert.Null(fault);
            Assert.Equal("7"u8, value.Bytes);
            return bytes;
        }
    }

    [Fact]
    public void Numbers_differ_in_all_passes_and_rows_begin_again_with_each_stretch_of_load()
    {
        var data = LoadData.FromValues("row", Enumerable.Range(0, 100).Select(i => i.ToString(CultureInfo.InvariantCulture))).WithCounter("n");
        var request = LoadRequest.Get("/{row}/{n}");
        var template = RequestEncoder.Encode(request, new Uri("http://localhost"), request.Expected(new bool[1000]), new DataEncoder(data)).Template!;
        var user = new VirtualUser(new ChainMix(new Chain([new Chain.Step([], default), new Chain.Step([], default)], Values: 0, Cookies: null)), connection: 2, connections: 10);

        Assert.Equal("/2/0 /2/0 /12/1 /22/2", $"{Pass()} {Next(true)} {Next(true)} {Next(false)}");
        Assert.Equal("/2/3 /2/3", $"{Pass()} {Next(true)}");

        string Pass()
        {
            user.Enter();
            return Target();
        }

        string Next(bool success)
        {
            user.Ended(success);
            return Target();
        }

        string Target() => Encoding.UTF8.GetString(user.Compose(template).Span).Split(' ')[1];
    }
}
