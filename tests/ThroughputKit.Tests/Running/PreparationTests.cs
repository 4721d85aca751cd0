using System.Collections.Concurrent;
using System.IO.Compression;
using System.Net;
using System.Net.Http.Headers;
using System.Net.Http.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;
using ThroughputKit.Running;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Running;

public class PreparationTests
{
    private static readonly Uri _signIn = new("/sign-in", UriKind.Relative);

    [Fact]
    public async Task Cookies_set_by_the_app_are_sent_with_matching_requests()
    {
        var requests = new ConcurrentBag<string>();
        await using var server = SigningIn(requests);

        await LoadTest.Against(server.Address).Get("/shop/orders").Get("/other")
            .Prepare((client, token) => client.GetAsync(_signIn, token))
            .Sending(20).RunAsync();

        Assert.Equal(1, requests.Count(r => r.StartsWith("GET /sign-in", StringComparison.Ordinal)));
        Assert.Equal(10, requests.Count(r => r.StartsWith("GET /shop/orders", StringComparison.Ordinal) && r.Contains("\r\nCookie: cart=c1; session=s1\r\n", StringComparison.Ordinal)));
        Assert.Equal(10, requests.Count(r => r.StartsWith("GET /other", StringComparison.Ordinal) && r.Contains("\r\nCookie: session=s1\r\n", StringComparison.Ordinal)));
    }

    [Fact]
    public async Task A_requests_own_cookies_are_kept()
    {
        var requests = new ConcurrentBag<string>();
        await using var server = SigningIn(requests);

        await LoadTest.Against(server.Address).Send(LoadRequest.Get("/other").WithHeader("Cookie", "mine=1"))
            .Prepare((client, token) => client.GetAsync(_signIn, token))
            .Sending(5).RunAsync();

        Assert.Equal(5, requests.Count(r => r.Contains("\r\nCookie: mine=1\r\n", StringComparison.Ordinal)));
    }

    [Theory]
    [InlineData("session=s1; Path=/; Secure; HttpOnly; SameSite=None")]
    [InlineData("__Host-session=s1; Path=/; Secure; SameSite=Strict")]
    [InlineData("__Secure-session=s1; Path=/; Secure; Domain=.shop.example")]
    [InlineData("__Host-session=s1; Path=/")] // as an app sets it that is asked over plain HTTP
    [InlineData("session=s1; Domain=shop.example; Path=/; Max-Age=3600; Expires=Thu, 01 Jan 1970 00:00:00 GMT")]
    public async Task Cookies_made_for_production_are_sent_over_plain_http_on_loopback(string cookie)
    {
        var requests = new ConcurrentBag<string>();
        await using var server = SigningIn(requests, $"HTTP/1.1 200 OK|Set-Cookie: {cookie}|Content-Length: 0||");

        var result = await LoadTest.Against(server.Address).Get("/orders")
            .Prepare(async (client, token) =>
            {
                await client.GetAsync(_signIn, token);
                await client.GetAsync(new Uri("/seed", UriKind.Relative), token);
            })
            .Sending(5).RunAsync();

        var sent = $"\r\nCookie: {cookie.Split(';')[0]}\r\n";
        Assert.Equal(5, requests.Count(r => r.StartsWith("GET /orders", StringComparison.Ordinal) && r.Contains(sent, StringComparison.Ordinal)));
        Assert.Equal(1, requests.Count(r => r.StartsWith("GET /seed", StringComparison.Ordinal) && r.Contains(sent, StringComparison.Ordinal)));
        Assert.DoesNotContain(result.Findings, f => f.Name == FindingNames.CookieNotSent);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Cookies_of_a_redirect_are_kept(bool isAsync)
    {
        var requests = new ConcurrentBag<string>();
        await using var server = SigningIn(requests, "HTTP/1.1 302 Found|Location: /home?first=1|Set-Cookie: session=s1; Path=/; Secure|Content-Length: 0||");

        await LoadTest.Against(server.Address).Get("/orders")
            .Prepare(async (client, token) =>
            {
                using var request = new HttpRequestMessage(HttpMethod.Post, _signIn) { Content = new StringContent("user") };
                using var response = isAsync ? await client.SendAsync(request, token) : client.Send(request, token);
                Assert.Equal(HttpStatusCode.OK, response.StatusCode);
            })
            .Sending(5).RunAsync();

        Assert.Equal(1, requests.Count(r => r.StartsWith("GET /home?first=1 ", StringComparison.Ordinal) && r.Contains("\r\nCookie: session=s1\r\n", StringComparison.Ordinal)));
        Assert.Equal(5, requests.Count(r => r.StartsWith("GET /orders", StringComparison.Ordinal) && r.Contains("\r\nCookie: session=s1\r\n", StringComparison.Ordinal)));
    }

    [Fact]
    public async Task A_body_of_unknown_length_may_be_answered_with_a_redirect()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.Logging.ClearProviders();
        await using var app = builder.Build();
        app.MapPost("/sign-in", () => TypedResults.Redirect("/home"));
        app.MapGet("/home", () => "home");
        var page = "";

        await LoadTest.For(app).Get("/home")
            .Prepare(async (client, token) =>
            {
                using var response = await client.PostAsJsonAsync(_signIn, new { Name = "somebody" }, token);
                page = await response.Content.ReadAsStringAsync(token);
            })
            .Sending(1).RunAsync();

        Assert.Equal("home", page);
    }

    [Fact]
    public async Task A_cookie_that_no_request_carries_is_named_with_the_reason()
    {
        await using var server = ScriptedServer.Answering(
            "HTTP/1.1 200 OK|Set-Cookie: account=a1; Path=/account|Set-Cookie: __Host-area=b1; Secure; Path=/area|Set-Cookie: shop=c1; Path=/|Content-Length: 0||");

        var result = await LoadTest.Against(server.Address).Get("/orders").Get("/accounts")
            .Prepare((client, token) => client.GetAsync(_signIn, token)).Sending(4).RunAsync();

        Assert.Equal(
            "No request carried cookies that the app set in the preparation: account (its path is /account, and no request is under it), "
            + "__Host-area (its prefix forbids a domain and every path but /; set with 'Secure; Path=/area').",
            Assert.Single(result.Findings, f => f.Name == FindingNames.CookieNotSent).Message);
    }

    [Fact]
    public async Task The_client_sends_the_headers_of_the_test()
    {
        var requests = new ConcurrentBag<string>();
        await using var server = SigningIn(requests);

        await LoadTest.Against(server.Address).Get("/other").WithHeader("Host", "shop.example").WithHeader("X-Tenant", "t1").WithHeader("Content-Type", "text/plain")
            .Prepare((client, token) => client.GetAsync(_signIn, token))
            .Sending(5).RunAsync();

        Assert.Equal(6, requests.Count);
        Assert.All(requests, r => Assert.Contains("\r\nHost: shop.example\r\n", r, StringComparison.Ordinal));
        Assert.All(requests, r => Assert.Contains("\r\nX-Tenant: t1\r\n", r, StringComparison.Ordinal));
        Assert.DoesNotContain("Content-Type", requests.Single(r => r.StartsWith("GET /sign-in", StringComparison.Ordinal)), StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_client_reads_the_compressed_responses_that_a_test_accepts()
    {
        var packed = new MemoryStream();
        using (var gzip = new GZipStream(packed, CompressionLevel.Fastest, leaveOpen: true))
        {
            gzip.Write("token"u8);
        }

        await using var app = WebApplication.CreateSlimBuilder().Build();
        app.Urls.Add("http://127.0.0.1:0");
        app.MapGet("/token", (HttpContext context) =>
        {
            context.Response.Headers.ContentEncoding = "gzip";
            return TypedResults.Bytes(packed.ToArray(), "text/plain");
        });
        string? token = null;

        await LoadTest.For(app).Get("/token").WithHeader("Accept-Encoding", "gzip")
            .Prepare(async (client, cancel) => { token = await client.GetStringAsync(new Uri("/token", UriKind.Relative), cancel); }).Sending(1).RunAsync();

        Assert.Equal("token", token);
    }

    [Fact]
    public async Task Headers_are_taken_however_they_are_returned()
    {
        Func<HttpClient, CancellationToken, Task> asTask = SignInAsync;
        Func<LoadTest, LoadTest>[] ways =
        [
            test => test.Prepare(SignInAsync),
            test => test.Prepare((client, token) => SignInAsync(client, token)),
            test => test.Prepare(asTask),
            test => test.Prepare(async (_, _) =>
            {
                await Task.Yield();
                return [new("Authorization", "Bearer t1")];
            }),
            test => test.Prepare(async (_, _) =>
            {
                await Task.Yield();
                return new List<KeyValuePair<string, string>> { new("Authorization", "Bearer t1") };
            }),
        ];
        foreach (var prepared in ways)
        {
            var requests = new ConcurrentBag<string>();
            await using var server = SigningIn(requests);

            await prepared(LoadTest.Against(server.Address).Get("/other")).Sending(5).RunAsync();

            Assert.Equal(5, requests.Count(r => r.Contains("\r\nAuthorization: Bearer t1\r\n", StringComparison.Ordinal)));
        }

        static async Task<Dictionary<string, string>> SignInAsync(HttpClient client, CancellationToken cancellationToken)
        {
            await Task.Yield();
            return new Dictionary<string, string>(StringComparer.Ordinal) { ["Authorization"] = "Bearer t1" };
        }
    }

    [Fact]
    public async Task What_a_preparation_returns_and_the_load_cannot_carry_is_an_error_before_the_run()
    {
        var test = LoadTest.Against("http://127.0.0.1:9").Get("/")
            .Prepare((_, _) => Task.FromResult(new Dictionary<string, string[]>(StringComparer.Ordinal)))
            .Prepare(async (client, token) => await client.GetStringAsync(_signIn, token))
            .Prepare((client, _) => Task.FromResult(client.DefaultRequestHeaders));

        var exception = await Assert.ThrowsAsync<LoadTestException>(() => test.RunAsync());

        Assert.Equal(3, exception.Problems.Count);
        Assert.Equal(
            "Prepare returns a value of the type Dictionary<String, String[]>, which the load can't carry. "
            + "Expected: nothing, or headers: a Dictionary<string, string> or any other sequence of KeyValuePair<string, string>. "
            + "Is it a token? Return new Dictionary<string, string> { [\"Authorization\"] = $\"Bearer {token}\" }. "
            + "If the load doesn't need it, await the call within braces and return nothing: async (client, token) => { await ...; }.",
            exception.Problems[0]);
    }

    [Fact]
    public async Task Null_in_place_of_headers_is_an_error()
    {
        await using var server = ScriptedServer.Answering("HTTP/1.1 200 OK|Content-Length: 0||");

        var exception = await Assert.ThrowsAsync<LoadTestException>(
            () => LoadTest.Against(server.Address).Get("/").Prepare((_, _) => Task.FromResult<Dictionary<string, string>>(null!)).RunAsync());

        Assert.StartsWith("Prepare threw InvalidOperationException: It returned null in place of headers.", Assert.Single(exception.Problems), StringComparison.Ordinal);
        Assert.Equal(0, server.Requests);
    }

    [Fact]
    public async Task Default_headers_that_a_preparation_sets_on_its_client_are_sent_with_requests_that_lack_them()
    {
        var requests = new ConcurrentBag<string>();
        await using var server = SigningIn(requests);
        var test = LoadTest.Against(server.Address).Get("/first").Send(LoadRequest.Get("/second").WithHeader("Authorization", "Basic own"))
            .WithHeader("X-Tenant", "t1").WithHeader("X-Part", "a").WithHeader("X-Part", "b")
            .Prepare((client, _) =>
            {
                client.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", "t1");
                client.DefaultRequestHeaders.Remove("X-Tenant");
                client.DefaultRequestHeaders.Add("X-Tenant", "t2");
                client.DefaultRequestHeaders.UserAgent.ParseAdd("shop/1.0 (test)");
                return Task.CompletedTask;
            }).PreparedOncePerApp();

        await test.Sending(10).RunAsync();
        await test.Sending(10).RunAsync();

        Assert.Equal(10, requests.Count(r => r.StartsWith("GET /first", StringComparison.Ordinal) && r.Contains("\r\nAuthorization: Bearer t1\r\n", StringComparison.Ordinal)));
        Assert.Equal(10, requests.Count(r => r.StartsWith("GET /second", StringComparison.Ordinal) && r.Contains("\r\nAuthorization: Basic own\r\n", StringComparison.Ordinal)));
        Assert.All(requests, r => Assert.Contains("\r\nUser-Agent: shop/1.0 (test)\r\n", r, StringComparison.Ordinal));
        Assert.All(requests, r => Assert.Contains("\r\nX-Tenant: t2\r\n", r, StringComparison.Ordinal));
        Assert.All(requests, r => Assert.DoesNotContain("X-Tenant: t1", r, StringComparison.Ordinal));
        Assert.All(requests, r => Assert.Contains("\r\nX-Part: a\r\nX-Part: b\r\n", r, StringComparison.Ordinal));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Cookies_of_an_app_on_both_sides_are_sent_on_each_side()
    {
        var requests = new ConcurrentBag<string>();
        await using var server = SigningIn(requests);
        var test = LoadTest.Against(server.Address).Get("/other").Prepare((client, token) => client.GetAsync(_signIn, token)).With(o => o.Connections = 2);

        await test.ComparedWith(test).MeasureFor(TimeSpan.FromSeconds(1)).RunAsync();

        Assert.Equal(2, requests.Count(r => r.StartsWith("GET /sign-in", StringComparison.Ordinal)));
        Assert.All(requests.Where(r => r.StartsWith("GET /other", StringComparison.Ordinal)), r => Assert.Contains("\r\nCookie: session=s1\r\n", r, StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_failure_names_the_last_request_and_its_outcome()
    {
        await using var server = ScriptedServer.Answering("HTTP/1.1 401 Unauthorized|Content-Length: 0||");

        var exception = await Assert.ThrowsAsync<LoadTestException>(() => LoadTest.Against(server.Address).Get("/")
            .Prepare(async (client, token) => { await client.GetStringAsync(_signIn, token); }).RunAsync());

        Assert.Equal(
            "Prepare threw HttpRequestException: Response status code does not indicate success: 401 (Unauthorized). "
            + $"Its last request was GET {server.Address}sign-in, which was answered with 401. "
            + "Expected: a preparation that succeeds. No load was run. Does the app have the data that the preparation expects?",
            Assert.Single(exception.Problems));
    }

    [Fact]
    public async Task A_preparation_that_hangs_is_given_up()
    {
        await using var server = ScriptedServer.Answering("HTTP/1.1 200 OK|Content-Length: 0||");

        var exception = await Assert.ThrowsAsync<LoadTestException>(() => LoadTest.Against(server.Address).Get("/")
            .Prepare((_, token) => Task.Delay(Timeout.Infinite, token)).With(o => o.StartTimeout = TimeSpan.FromMilliseconds(100)).RunAsync());

        Assert.Equal(
            "Prepare did not end within 0.1 s. Expected: a preparation that ends within StartTimeout (30 s by default). "
            + "Does it wait for a response that never comes? If it needs longer, set o.StartTimeout.",
            Assert.Single(exception.Problems));
        Assert.Equal(0, server.Requests);
    }

    [Fact]
    public async Task A_request_is_not_answered_until_it_is()
    {
        var answer = new TaskCompletionSource<HttpResponseMessage>();
        using var last = new LastRequest(new Answering(answer.Task));
        using var client = new HttpClient(last);
        Assert.Equal("", last.Describe());

        var request = client.GetAsync(new Uri("http://localhost/sign-in"));
        Assert.Equal(" Its last request was GET http://localhost/sign-in, which was not answered.", last.Describe());

        using var response = new HttpResponseMessage(HttpStatusCode.Unauthorized);
        answer.SetResult(response);
        await request;
        Assert.Equal(" Its last request was GET http://localhost/sign-in, which was answered with 401.", last.Describe());
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_preparation_that_hangs_says_which_request_it_waits_for()
    {
        await using var server = new ScriptedServer(connection => connection.HangAsync());

        var exception = await Assert.ThrowsAsync<LoadTestException>(() => LoadTest.Against(server.Address).Get("/")
            .Prepare(async (client, token) => { await client.GetStringAsync(_signIn, token); }).With(o => o.StartTimeout = TimeSpan.FromSeconds(3)).RunAsync());

        Assert.StartsWith(
            $"Prepare did not end within 3 s. Its last request was GET {server.Address}sign-in, which was not answered. Expected: ",
            Assert.Single(exception.Problems),
            StringComparison.Ordinal);
    }

    private static ScriptedServer SigningIn(ConcurrentBag<string> requests, string? answer = null) => new(async connection =>
    {
        while (await connection.ReadRequestAsync() is { } request)
        {
            requests.Add(request);
            await connection.SendAsync(request.StartsWith("GET /sign-in", StringComparison.Ordinal)
                || request.StartsWith("POST /sign-in", StringComparison.Ordinal)
                ? answer ?? "HTTP/1.1 200 OK|Set-Cookie: session=s1; path=/|Set-Cookie: cart=c1; path=/shop|Content-Length: 0||"
                : "HTTP/1.1 200 OK|Content-Length: 0||");
        }
    });

    private sealed class Answering(Task<HttpResponseMessage> answer) : HttpMessageHandler
    {
        protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken) => answer;
    }
}
