using System.Text;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using TestApp;
using ThroughputKit.Findings;
using ThroughputKit.Hosting.Logging;
using ThroughputKit.Recording;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Findings;

public class StatusCausesTests
{
    [Theory]
    [InlineData(304, "", "NotModified", "the request asks for a newer version than it names", "Leave the headers If-None-Match and If-Modified-Since out")]
    [InlineData(400, "", "BadRequest", "the app rejects the request as invalid", "A form also needs its antiforgery token.")]
    [InlineData(400, "A valid antiforgery token was not provided", "BadRequest", "the request has no valid antiforgery token", "Get a token and its cookie with Prepare")]
    [InlineData(400, "Invalid anti-forgery token found", "BadRequest", "the request has no valid antiforgery token", "DisableAntiforgery")]
    [InlineData(413, "", "RequestTooLarge", "the request's body is larger", "MaxRequestBodySize")]
    [InlineData(414, "", "RequestTooLarge", "the request's path and query are longer", "MaxRequestLineSize")]
    [InlineData(426, "", "HttpVersion", "the endpoint requires another protocol, and the kit sends HTTP/1.1", "LoadProtocol.Http2")]
    [InlineData(502, "", "ServerError", "a proxy, most likely in the app, got no response", "Start that server")]
    [InlineData(408, "", "ServerError", "a time limit of the app ended the request, such as AddRequestTimeouts sets", "Raise that request timeout")]
    [InlineData(499, "", "ServerError", "a time limit of the app ended the request, such as AddRequestTimeouts sets", "Raise that request timeout")]
    [InlineData(504, "", "ServerError", "a time limit of the app ended the request, such as AddRequestTimeouts sets", "start the server behind it")]
    [InlineData(404, "", "NotFound", "either nothing is mapped there, or only for another host or port", "For RequireHost, send its host and port as the Host header.")]
    public void The_status_and_the_response_tell_the_cause(int status, string response, string name, string cause, string remedy)
    {
        var known = StatusCauses.Find(status, response)!;

        Assert.Equal(name, known.Name);
        Assert.StartsWith(cause, known.Cause, StringComparison.Ordinal);
        Assert.Contains(remedy, known.Remedy, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(302, true)]
    [InlineData(307, true)]
    [InlineData(304, false)]
    public void A_scenario_follows_redirects(int status, bool isEndless) => Assert.Equal(
        isEndless, StatusCauses.Find(status, "", followsRedirects: true)!.Cause.StartsWith("the app still redirects after 50 redirects", StringComparison.Ordinal));

    [Fact]
    public void A_503_means_a_limit_only_after_successes()
    {
        Assert.Null(StatusCauses.Find(503, ""));
        Assert.Equal("RateLimiting", StatusCauses.Find(503, "", afterSuccess: true)!.Name);
        Assert.Null(StatusCauses.Find(500, "", afterSuccess: true));
    }

    [Theory]
    [InlineData(200, 50, 0, "RateLimiting")]
    [InlineData(200, 0, 503, "RateLimiting")] // the successes were in the warm-up
    [InlineData(503, 0, 503, "ServerError")]
    public void The_first_response_and_the_window_tell_whether_there_were_successes(int first, long succeeded, int onlyStatus, string name)
    {
        var result = MadeUp.Result(new LatencyHistogram());
        var facts = MadeUp.Facts(result with
        {
            Succeeded = succeeded,
            Statuses = new Dictionary<int, long> { [503] = 100 },
            Endpoints = [onlyStatus == 0 ? Refused(result.Endpoints[0], 503) with { Completed = 150 } : Refused(result.Endpoints[0], onlyStatus)],
        }) with
        { Observed = new Observations { FirstStatus = first } };

        Assert.Equal(name, ServerErrorRule.Examine(facts with { App = facts.App with { Errors = new PrintedError() } })!.Name);
        Assert.Equal("ServerError", ServerErrorRule.Examine(facts)!.Name); // nothing is known of its errors
    }

    [Fact]
    public void One_of_several_requests_that_always_fails_had_no_success()
    {
        var result = MadeUp.Result(new LatencyHistogram());

        Assert.Equal("ServerError", ServerErrorRule.Examine(MadeUp.Facts(result with
        {
            Statuses = new Dictionary<int, long> { [200] = 100, [503] = 100 },
            Endpoints = [result.Endpoints[0], Refused(result.Endpoints[0], 503)],
        }) with
        { Observed = new Observations { FirstStatus = 200 } })!.Name);
    }

    [Fact]
    public void A_handler_that_a_time_limit_ended_is_not_the_cause()
    {
        var printed = new PrintedError();
        foreach (var line in new[] { "System.Threading.Tasks.TaskCanceledException: A task was canceled.", "   at Shop.Slow()", "" })
        {
            printed.Add(Encoding.UTF8.GetBytes(line));
        }

        var result = MadeUp.Result(new LatencyHistogram());
        var facts = MadeUp.Facts(result with
        {
            Statuses = new Dictionary<int, long> { [504] = 100 },
            Endpoints = [Refused(result.Endpoints[0], 504)],
        });

        Assert.StartsWith(
            "Every response is 504: a time limit of the app ended the request",
            ServerErrorRule.Examine(facts with { App = facts.App with { Errors = printed } })!.Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task Kestrel_for_http_2_only() => await CheckAsync(
        builder => builder.WebHost.ConfigureKestrel(k => k.ConfigureEndpointDefaults(e => e.Protocols = HttpProtocols.Http2)),
        LoadRequest.Get("/"),
        "HttpVersion",
        "Every response is 400: the endpoint accepts only HTTP/2, and the kit sends HTTP/1.1.");

    [Fact]
    public async Task Kestrel_with_too_many_headers() => await CheckAsync(
        builder => builder.WebHost.ConfigureKestrel(k => k.Limits.MaxRequestHeaderCount = 1),
        LoadRequest.Get("/").WithHeader("X-One", "1").WithHeader("X-Two", "2"),
        "RequestTooLarge",
        "Every response is 431: the request's headers are more or longer than the server accepts.");

    [Fact]
    public async Task A_host_name_that_is_not_allowed() => await CheckAsync(
        builder => builder.Configuration["AllowedHosts"] = "shop.example",
        LoadRequest.Get("/"),
        "BadRequest",
        "Every response is 400: the request's Host header is not among the app's AllowedHosts.");

    [Fact]
    public async Task A_limit_that_answers_503_after_the_first_successes()
    {
        var result = await LoadTest.For<App>().Get("/first-ten").Sending(30, connections: 1).RunAsync();

        var finding = Assert.Single(result.Findings, f => f.Severity == FindingSeverity.Error);
        Assert.Equal("RateLimiting", finding.Name);
        Assert.StartsWith("20 of 30 responses are 503: the app has succeeded before and logs no error, so most likely a limit on", finding.Message, StringComparison.Ordinal);
    }

    private static async Task CheckAsync(Action<WebApplicationBuilder> configure, LoadRequest request, string name, string message)
    {
        var builder = WebApplication.CreateBuilder();
        configure(builder);
        await using var app = builder.Build();
        app.Urls.Add("http://127.0.0.1:0");
        app.MapGet("/", () => "hello");

        var result = await LoadTest.For(app).Send(request).Sending(20).RunAsync();

        var finding = Assert.Single(result.FindingsOfApp(), f => f.Severity == FindingSeverity.Error);
        Assert.Equal((name, message), (finding.Name, finding.Message));
    }

    private static EndpointFigures Refused(EndpointFigures endpoint, int status) => endpoint with
    {
        Completed = 100,
        Statuses = new Dictionary<int, long> { [status] = 100 },
        UnexpectedStatuses = new Dictionary<int, long> { [status] = 100 },
    };
}
