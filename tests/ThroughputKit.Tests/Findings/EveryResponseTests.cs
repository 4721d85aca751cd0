using TestApp;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Findings;

public class EveryResponseTests
{
    [Theory]
    [InlineData("/redirect", "HttpsRedirection", "Every response is 307: the app redirects to https, most likely with UseHttpsRedirection.", "Location: https://localhost/redirect")]
    [InlineData("/status/401", "Authorization", "Every response is 401: the app requires a sign-in.", "HTTP/1.1 401 Unauthorized")]
    [InlineData("/status/403", "Authorization", "Every response is 403: the user doesn't have permission.", "HTTP/1.1 403 Forbidden")]
    [InlineData("/moved", "Redirection", "Every response is 302: the app redirects.", "Location: /text")]
    [InlineData("/nowhere", "NotFound", "Every response is 404: either nothing is mapped there, or only for another host or port, or the handler did not find what was asked for.", "HTTP/1.1 404 Not Found")]
    [InlineData("/echo", "MethodNotAllowed", "Every response is 405: the path is mapped, but only for POST.", "Allow: POST")]
    [InlineData("/status/400", "BadRequest", "Every response is 400: the app rejects the request as invalid.", "HTTP/1.1 400 Bad Request")]
    [InlineData("/status/503", "ServerError", "Every response is 503: the app fails.", "HTTP/1.1 503 Service Unavailable")]
    [InlineData("/status/429", "RateLimiting", "Every response is 429: the app limits the rate.", "HTTP/1.1 429 Too Many Requests")]
    public async Task Names_the_cause_and_shows_the_first_response(string path, string name, string message, string shown)
    {
        var result = Identity.Check(await LoadTest.For<App>().Get(path).Sending(20).RunAsync());

        var finding = Assert.Single(result.FindingsOfApp());
        Assert.Equal((name, FindingSeverity.Error, message), (finding.Name, finding.Severity, finding.Message));
        Assert.Contains(shown, finding.Remedy, StringComparison.Ordinal);
        Assert.Equal(20, result.Failures.UnexpectedStatus);
        var exception = Assert.Throws<LoadGateException>(() => result.VerifyAsIs(new LoadGates()));
        Assert.StartsWith($"{message} {finding.Remedy}", exception.Message, StringComparison.Ordinal);
        Assert.Equal("no request succeeded (20 sent), so there is nothing to judge", exception.Failures[0].ToString());
    }

    [Theory]
    [InlineData("/nowhere", 404)]
    [InlineData("/status/500", 500)]
    [InlineData("/moved", 302)]
    [InlineData("/status/503", 503)]
    public async Task Says_nothing_of_a_status_that_is_expected(string path, int status)
    {
        var text = LoadRequest.Get("/text").ExpectContentType("text/plain").ExpectBody("hello");

        var result = Identity.Check(await LoadTest.For<App>().Send(LoadRequest.Get(path).Expect(status)).Send(text).Sending(20).RunAsync());

        Assert.Empty(result.FindingsOfApp());
        Assert.Equal((0, 10), (result.Failed, result.Statuses[status]));
    }

    [Theory]
    [InlineData(404)]
    [InlineData(500)]
    public async Task A_failed_check_says_nothing_of_a_status_that_is_expected(int status)
    {
        var request = LoadRequest.Get($"/status/{status}").Expect(status).ExpectBodyContaining("Sorry");

        var result = Identity.Check(await LoadTest.For<App>().Send(request).Sending(20).RunAsync());

        Assert.Equal("NothingSucceeded", Assert.Single(result.FindingsOfApp()).Name);
        Assert.Equal(20, result.Failures.FailedCheck);
        Assert.Contains("the body was expected to contain 'Sorry', but it is empty", $"{result}", StringComparison.Ordinal);
    }

    [Fact]
    public async Task Names_the_unexpected_status_among_expected_ones()
    {
        var test = LoadTest.For<App>().Send(LoadRequest.Get("/status/500").Expect(500)).Get("/status/502");

        var finding = Assert.Single((await test.Sending(20).RunAsync()).FindingsOfApp());

        Assert.StartsWith("Every response to GET /status/502 is 502: ", finding.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Names_the_rejected_request_when_another_succeeds()
    {
        var result = Identity.Check(await LoadTest.For<App>().Get("/text").Get("/status/401").Sending(200).RunAsync());

        var finding = Assert.Single(result.FindingsOfApp());
        Assert.Equal(("Authorization", "Every response to GET /status/401 is 401: the app requires a sign-in."), (finding.Name, finding.Message));
        Assert.Contains("HTTP/1.1 401 Unauthorized", finding.Remedy, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Each_failing_request_has_its_own_examples()
    {
        var result = await LoadTest.For<App>().Get("/status/404").Get("/status/409").Sending(200).RunAsync();

        Assert.Equal(["GET /status/404", "GET /status/409"], result.Failures.Examples.Select(e => e.Request).Distinct().Order());
        Assert.Equal(6, result.Failures.Examples.Count);
    }

    [Theory]
    [InlineData("/products/{id}?page=1", 404, true)]
    [InlineData("/products/{id}", 400, true)]
    [InlineData("/products/{id}", 401, false)]
    [InlineData("/products/{}", 404, false)]
    public async Task A_name_in_braces_may_lack_data(string path, int status, bool expected)
    {
        const string Hint = "The path was sent with {id} as it is, because the test has no data. If that is to be a value, add WithData.";
        await using var app = await RecordingApp.StartAsync((context, _) =>
        {
            context.Response.StatusCode = status;
            return Task.CompletedTask;
        });

        var remedy = (await app.Test.Get(path).Sending(4).RunAsync()).FindingsOfApp()[0].Remedy!;
        var withData = (await app.Test.Get("/products/{id}").WithData(LoadData.FromValues("id", ["{id}"])).Sending(4).RunAsync()).FindingsOfApp()[0].Remedy!;

        Assert.Equal((expected, false), (remedy.StartsWith(Hint, StringComparison.Ordinal), withData.Contains(Hint, StringComparison.Ordinal)));
    }

    [Fact]
    public async Task A_run_that_gets_only_one_error_ends_early()
    {
        // However late the first responses come, the warm-up doesn't end before them.
        var result = Identity.Check(await LoadTest.For<App>().Get("/nowhere")
            .With(o => (o.Duration, o.WarmUp, o.MaxWarmUp) = (TimeSpan.FromMinutes(1), TimeSpan.FromMinutes(1), TimeSpan.FromMinutes(1))).RunAsync());

        Assert.InRange(result.Duration, TimeSpan.Zero, TimeSpan.FromSeconds(30));
        Assert.Equal("Every response is 404: either nothing is mapped there, or only for another host or port, or the handler did not find what was asked for. The load was ended early.", result.FindingsOfApp()[0].Message);
    }

    [Fact]
    public async Task Reports_the_error_that_the_app_logs()
    {
        var result = Identity.Check(await LoadTest.For<App>().Get("/throws").Sending(20).RunAsync());

        var finding = Assert.Single(result.FindingsOfApp());
        Assert.Equal("ServerError", finding.Name);
        Assert.StartsWith(
            "Every response is 500: the app fails with System.InvalidOperationException: The shelf is empty. ---> System.TimeoutException: Nobody came. at TestApp.App.",
            finding.Message,
            StringComparison.Ordinal);
        Assert.Matches(@"^Fix the error, or allow such errors with MaxFailures or MaxFailurePercent\. The first error:\s+System\.InvalidOperationException: The shelf is empty\.\s+---> System\.TimeoutException: Nobody came\.[^$]+ at TestApp\.App\.[^$]+ at Microsoft\.AspNetCore\.", finding.Remedy);
        Assert.Equal(20, result.Sent);
    }

    [Fact]
    public async Task Reports_the_logged_error_when_only_some_requests_fail()
    {
        var result = Identity.Check(await LoadTest.For<App>().Get("/every-third-throws").Sending(30).RunAsync());

        var finding = Assert.Single(result.Findings, f => f.Name == "ServerError");
        Assert.StartsWith("10 of 30 responses are 500: the app fails with System.InvalidOperationException: Not the third.", finding.Message, StringComparison.Ordinal);
        Assert.StartsWith(finding.Message, Assert.Throws<LoadGateException>(() => result.VerifyAsIs(new LoadGates())).Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Reports_the_error_that_an_app_in_its_own_process_prints()
    {
        var result = Identity.Check(await LoadTest.ForPublished(Built.TestApp).Get("/text").Get("/throws").Sending(20).RunAsync());

        var finding = Assert.Single(result.Findings, f => f.Name == "ServerError");
        Assert.StartsWith(
            "Every response to GET /throws is 500: the app fails with System.InvalidOperationException: The shelf is empty. ---> System.TimeoutException: Nobody came. at TestApp.App.",
            finding.Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_log_of_a_host_is_read_separately_for_each_run()
    {
        await using var host = new ThroughputHost<App>();

        Assert.Contains("The shelf is empty.", (await LoadTest.For(host).Get("/throws").Sending(5).RunAsync()).FindingsOfApp()[0].Message, StringComparison.Ordinal);
        Assert.Equal("Every response is 503: the app fails.", (await LoadTest.For(host).Get("/status/503").Sending(5).RunAsync()).FindingsOfApp()[0].Message);
    }

    [Fact]
    public async Task Reports_an_error_that_the_app_does_not_log()
    {
        var result = await LoadTest.For<App>(app => app.Configuration["Logging:LogLevel:Default"] = "None").Get("/throws").Sending(20).RunAsync();

        Assert.StartsWith(
            "Every response is 500: the app fails with System.InvalidOperationException: The shelf is empty.", Assert.Single(result.FindingsOfApp()).Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Does_not_report_other_statuses() =>
        Assert.Empty((await LoadTest.For<App>().Get("/status/418").Sending(30).RunAsync()).FindingsOfApp());

    [Fact]
    public async Task Reports_only_the_failures_when_other_responses_succeed() => Assert.Equal(
        ["ServerError"], (await LoadTest.For<App>().Get("/every-third").Sending(30).RunAsync()).FindingsOfApp().Select(f => f.Name));

    [Fact]
    public async Task A_token_from_Prepare_authorizes_requests()
    {
        var result = await LoadTest.For<App>().Get("/token")
            .Prepare((_, _) => Task.FromResult<IEnumerable<KeyValuePair<string, string>>>([new("Authorization", "Bearer secret")]))
            .Sending(20).RunAsync();

        Assert.Equal(20, result.Succeeded);
    }
}
