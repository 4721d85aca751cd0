using TestApp;
using ThroughputKit.Findings;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Findings;

public class EveryResponseTests
{
    [Theory]
    [InlineData("/redirect", "HttpsRedirection", "Every response is 307: the app redirects to https, most likely with UseHttpsRedirection.", "Location: https://localhost/redirect")]
    [InlineData("/status/401", "Authorization", "Every response is 401: the app refuses without authorization.", "HTTP/1.1 401 Unauthorized")]
    [InlineData("/status/403", "Authorization", "Every response is 403: the app refuses without authorization.", "HTTP/1.1 403 Forbidden")]
    [InlineData("/moved", "Redirection", "Every response is 302: the app redirects.", "Location: /text")]
    [InlineData("/nowhere", "NotFound", "Every response is 404: nothing is mapped there.", "HTTP/1.1 404 Not Found")]
    [InlineData("/echo", "MethodNotAllowed", "Every response is 405: the path is mapped, but not for this method.", "Allow: POST")]
    [InlineData("/status/400", "BadRequest", "Every response is 400: the app refuses the request as it is.", "HTTP/1.1 400 Bad Request")]
    [InlineData("/status/503", "ServerError", "Every response is 503: the app fails.", "HTTP/1.1 503 Service Unavailable")]
    [InlineData("/status/429", "RateLimiting", "Every response is 429: the app limits the rate.", "HTTP/1.1 429 Too Many Requests")]
    public async Task Names_what_stands_before_the_app_and_shows_the_first_response(string path, string name, string message, string shown)
    {
        var result = Identity.Check(await LoadTest.For<App>().Get(path).Sending(20).RunAsync());

        var finding = Assert.Single(result.Doubts());
        Assert.Equal((name, FindingSeverity.Error, message), (finding.Name, finding.Severity, finding.Message));
        Assert.Contains(shown, finding.Mend, StringComparison.Ordinal);
        Assert.Equal(20, result.Failures.UnexpectedStatus);
        Assert.Equal(
            $"Requests: no request succeeded within the window, of 20 sent; there is nothing to judge. {message.TrimEnd('.')}",
            Assert.Throws<LoadGateException>(() => result.Verify(new LoadGates())).Failures[0].ToString());
    }

    [Fact]
    public async Task Tells_what_the_app_logs_of_its_failure()
    {
        var result = Identity.Check(await LoadTest.For<App>().Get("/throws").Sending(20).RunAsync());

        var finding = Assert.Single(result.Doubts());
        Assert.Equal("ServerError", finding.Name);
        Assert.StartsWith(
            "Every response is 500: the app fails. Of one more request it logged: System.InvalidOperationException: The shelf is empty. ---> System.TimeoutException: Nobody came. at TestApp.App.",
            finding.Message,
            StringComparison.Ordinal);
        Assert.Equal(20, result.Sent);
    }

    [Fact]
    public async Task Tells_nothing_of_the_log_of_an_app_that_does_not_log_it()
    {
        var result = await LoadTest.For<App>(app => app.Configuration["Logging:LogLevel:Default"] = "None").Get("/throws").Sending(20).RunAsync();

        Assert.Equal("Every response is 500: the app fails.", Assert.Single(result.Doubts()).Message);
    }

    [Fact]
    public async Task Says_nothing_of_other_statuses() =>
        Assert.Empty((await LoadTest.For<App>().Get("/status/418").Sending(30).RunAsync()).Doubts());

    [Fact]
    public async Task Says_nothing_where_other_responses_succeed() => Assert.Equal(
        [StatusChangedDoubt.Name], (await LoadTest.For<App>().Get("/every-third").Sending(30).RunAsync()).Doubts().Select(f => f.Name));

    [Fact]
    public async Task A_token_from_a_preparation_lets_requests_in()
    {
        var result = await LoadTest.For<App>().Get("/token")
            .Prepare((_, _) => Task.FromResult<IEnumerable<KeyValuePair<string, string>>>([new("Authorization", "Bearer secret")]))
            .Sending(20).RunAsync();

        Assert.Equal(20, result.Succeeded);
    }
}
