using System.Collections.Concurrent;
using System.Net;
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

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Cookies_of_an_app_on_both_sides_are_sent_on_each_side()
    {
        var requests = new ConcurrentBag<string>();
        await using var server = SigningIn(requests);
        var test = LoadTest.Against(server.Address).Get("/other").Prepare((client, token) => client.GetAsync(_signIn, token)).With(o => o.Connections = 2);

        await LoadTest.Compare(test, test).MaxDuration(TimeSpan.FromSeconds(1)).RunAsync();

        Assert.Equal(2, requests.Count(r => r.StartsWith("GET /sign-in", StringComparison.Ordinal)));
        Assert.All(requests.Where(r => r.StartsWith("GET /other", StringComparison.Ordinal)), r => Assert.Contains("\r\nCookie: session=s1\r\n", r, StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_failure_names_the_last_request_and_its_outcome()
    {
        await using var server = ScriptedServer.Answering("HTTP/1.1 401 Unauthorized|Content-Length: 0||");

        var exception = await Assert.ThrowsAsync<LoadTestException>(() => LoadTest.Against(server.Address).Get("/")
            .Prepare((client, token) => client.GetStringAsync(_signIn, token)).RunAsync());

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
            .Prepare((client, token) => client.GetStringAsync(_signIn, token)).With(o => o.StartTimeout = TimeSpan.FromSeconds(3)).RunAsync());

        Assert.StartsWith(
            $"Prepare did not end within 3 s. Its last request was GET {server.Address}sign-in, which was not answered. Expected: ",
            Assert.Single(exception.Problems),
            StringComparison.Ordinal);
    }

    private static ScriptedServer SigningIn(ConcurrentBag<string> requests) => new(async connection =>
    {
        while (await connection.ReadRequestAsync() is { } request)
        {
            requests.Add(request);
            await connection.SendAsync(request.StartsWith("GET /sign-in", StringComparison.Ordinal)
                ? "HTTP/1.1 200 OK|Set-Cookie: session=s1; path=/|Set-Cookie: cart=c1; path=/shop|Content-Length: 0||"
                : "HTTP/1.1 200 OK|Content-Length: 0||");
        }
    });

    private sealed class Answering(Task<HttpResponseMessage> answer) : HttpMessageHandler
    {
        protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken) => answer;
    }
}
