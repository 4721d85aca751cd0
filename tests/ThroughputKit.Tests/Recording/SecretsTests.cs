using System.Net;
using System.Text.Json;
using Microsoft.AspNetCore.Http;
using ThroughputKit.Recording;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Recording;

/// <summary>Secrets that apps repeat are in no evidence.</summary>
public class SecretsTests
{
    // A part that no escaping changes, among characters that all of them change.
    private const string Known = "fragment42";
    private const string Token = $"{Known}+/=&\"'<{Known}";

    private static readonly Dictionary<string, Func<string, string>> _ways = new()
    {
        ["as it is"] = value => value,
        ["in JSON"] = value => JsonSerializer.Serialize(new { value }),
        ["in JSON of other serializers"] = value => value.Replace("\"", "\\\"", StringComparison.Ordinal).Replace("/", "\\/", StringComparison.Ordinal),
        ["in JSON in JSON"] = value => JsonSerializer.Serialize(JsonSerializer.Serialize(value)),
        ["in a URL"] = Uri.EscapeDataString,
        ["in a URL in a URL"] = value => Uri.EscapeDataString(Uri.EscapeDataString(value)),
        ["in a form"] = value => WebUtility.UrlEncode(value),
        ["in HTML"] = value => WebUtility.HtmlEncode(value),
    };

    public static TheoryData<string> Ways => [.. _ways.Keys];

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Values_that_sign_in_are_in_no_evidence(string way)
    {
        await using var app = await EchoAsync(
            (context, name) => $"{name} was {_ways[way]($"{context.Request.Headers[name]}")}.\n", "Authorization", "Cookie", "X-Api-Key", "My-Session");
        var test = app.Test.Send(LoadRequest.Get("/")
            .WithHeader("Authorization", $"Bearer {Token}").WithHeader("Cookie", $"a=1; sid={Token}").WithHeader("x-api-key", Token).WithHeader("My-Session", Token));

        var result = await test.With(o => o.SecretHeaders = ["my-session"]).Sending(20).RunAsync();

        Assert.Equal(20, result.Failures.UnexpectedStatus);
        CheckHidden(result);
        Assert.Contains("X-Api-Key was ", result.Failures.Examples[0].Response, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Other_values_stay()
    {
        await using var app = await EchoAsync((context, name) => $"{name} was {context.Request.Headers[name]}.\n", "My-Session");

        var result = await app.Test.Send(LoadRequest.Get("/").WithHeader("My-Session", Known)).Sending(20).RunAsync();

        Assert.All(result.Failures.Examples, e => Assert.Contains($"My-Session was {Known}.", e.Response, StringComparison.Ordinal));
    }

    [Fact]
    public async Task Basic_credentials_are_hidden_as_the_app_decodes_them()
    {
        var credentials = Convert.ToBase64String("bob:fragment42"u8);
        await using var app = await EchoAsync((_, _) => $"bob has another password than {Known}, and not {credentials}", "");

        var result = await app.Test.Send(LoadRequest.Get("/").WithHeader("Authorization", $"Basic {credentials}")).Sending(20).RunAsync();

        CheckHidden(result);
        Assert.Contains("bob has another password than ***, and not ***", result.Failures.Examples[0].Response, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Values_that_a_preparation_returns_are_hidden()
    {
        await using var app = await EchoAsync((context, name) => $"{context.Request.Headers[name]}", "Authorization");

        var result = await app.Test.Get("/").Prepare((_, _) => Task.FromResult<IEnumerable<KeyValuePair<string, string>>>([new("Authorization", $"Bearer {Token}")]))
            .Sending(20).RunAsync();

        CheckHidden(result);
    }

    [Fact]
    public async Task Values_of_data_are_hidden_as_each_request_had_them()
    {
        await using var app = await EchoAsync((context, name) => $"{context.Request.Headers[name]}", "Authorization");
        var data = LoadData.FromValues("token", Enumerable.Range(0, 100).Select(i => $"{Known}-{i}"));

        var result = await app.Test.Send(LoadRequest.Post("/").WithHeader("Authorization", "Bearer {token}").WithJsonText("""{ "again": "{token}" }"""))
            .WithData(data).Sending(20).RunAsync();

        CheckHidden(result);
        Assert.All(result.Failures.Examples, e => Assert.Equal("POST / '{ \"again\": \"***\" }'", e.Sent));
    }

    [Fact]
    public async Task Values_and_cookies_of_chains_are_hidden()
    {
        var users = 0;
        await using var app = await RecordingApp.StartAsync(async (context, request) =>
        {
            if (request.Target == "/sign-in")
            {
                var user = Interlocked.Increment(ref users);
                context.Response.Cookies.Append("sid", $"{Known}-{user}");
                await context.Response.WriteAsJsonAsync(new { token = $"{Token}-{user}" });
                return;
            }

            context.Response.StatusCode = 500;
            context.Response.Cookies.Append("next", $"{Known}-next");
            await context.Response.WriteAsync($"{context.Request.Headers.Authorization}, {JsonSerializer.Serialize(context.Request.Cookies)}, {Known}-next");
        });
        var test = app.Test.Send(LoadRequest.Post("/sign-in").TakeJson("token", "/token"))
            .Send(LoadRequest.Get("/").WithHeader("Authorization", "Bearer {token}")).AsChain(keepCookies: true);

        var result = await test.Sending(20).RunAsync();

        CheckHidden(result);
        Assert.Contains("\nSet-Cookie: ***\n", result.Failures.Examples[0].Response, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Values_that_a_check_quotes_are_hidden_even_if_they_are_cut()
    {
        await using var app = await RecordingApp.StartAsync(async (context, _) =>
        {
            context.Response.Headers["X-Token"] = $"{Known}-of-the-response";
            await context.Response.WriteAsync($"This page is longer than what a check quotes {context.Request.Headers.Authorization}");
        });
        var request = LoadRequest.Get("/").WithHeader("Authorization", $"Bearer {Known}-{new string('x', 50)}");

        var result = await app.Test
            .Send(request.Named("body").ExpectBodyContaining("ok")).Send(request.Named("header").ExpectHeader("X-Token", $"{Known}-expected")).Sending(20).RunAsync();

        CheckHidden(result);
        Assert.Contains(result.Failures.Examples, e => e.Detail.EndsWith("'This page is longer than what a check quotes ***...'", StringComparison.Ordinal));
        Assert.Contains(result.Failures.Examples, e => e.Detail.Contains("'***'", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Values_in_errors_of_the_app_are_hidden()
    {
        await using var app = await RecordingApp.StartAsync((context, _) => throw new InvalidOperationException($"There is no {context.Request.Headers.Authorization}"));

        var result = await LoadTest.For(app.Host).Send(LoadRequest.Get("/").WithHeader("Authorization", $"Bearer {Token}")).Sending(20).RunAsync();

        CheckHidden(result);
        Assert.Contains(result.Findings, f => f.Message.Contains("InvalidOperationException: There is no ***", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Values_in_responses_of_two_sides_that_differ_are_hidden()
    {
        await using var one = await RecordingApp.StartAsync((context, _) => context.Response.WriteAsync($"Welcome, {context.Request.Headers.Authorization}"));
        await using var other = await RecordingApp.StartAsync((context, _) => context.Response.WriteAsync("Sign in"));

        var result = await Load(one).ComparedWith(Load(other)).MeasureFor(TimeSpan.FromSeconds(1)).RunAsync();

        Assert.Contains("'Welcome, ***...'", Assert.Single(result.Findings, f => f.Name == FindingNames.ResponsesDiffer).Message, StringComparison.Ordinal);
        Assert.DoesNotContain(Known, $"{result}{result.ToJson()}", StringComparison.Ordinal);

        static LoadTest Load(RecordingApp app) => app.Test.Send(LoadRequest.Get("/").WithHeader("Authorization", $"Bearer {Known}-{Known}"))
            .With(o => (o.Connections, o.WarmUp) = (1, TimeSpan.Zero));
    }

    [Fact]
    public void Only_the_values_of_headers_that_sign_in_are_hidden_in_a_response()
    {
        var example = Example("HTTP/1.1 401 Sign in: token\nWWW-Authenticate: Bearer error=\"expired\"\nSet-Cookie: a=secret-1; path=/\nX-Secret: ab\nDate: today\n\nToken: secret-1, ab");
        var secrets = new Secrets([]);
        secrets.LearnHead(example.Response!);

        Assert.Equal(
            "HTTP/1.1 401 Sign in: token\nWWW-Authenticate: Bearer error=\"expired\"\nSet-Cookie: ***\nX-Secret: ***\nDate: today\n\nToken: ***, ab",
            secrets.Hide(example).Response);
    }

    [Theory]
    [InlineData("it is abcdefgh", "it is ***")]
    [InlineData("it is 'abcdefgh...'", "it is '***...'")]
    [InlineData("it is abcdefgh…\nat", "it is ***…\nat")]
    [InlineData("it is abcdefghi", "it is ***")]
    [InlineData("it is abcdefghi%2", "it is ***")]
    [InlineData("it is abcdefghi\\u00...", "it is ***...")]
    [InlineData("it is abcdefg", "it is abcdefg")]
    [InlineData("it is abcdefgh, not more", "it is abcdefgh, not more")]
    [InlineData("it is abcdefghi+jklmabcdefghi%2Bjklm.", "it is ******.")]
    public void What_is_left_of_a_value_at_the_end_of_a_text_is_hidden(string text, string expected)
    {
        var secrets = new Secrets([]);
        secrets.Learn([new("X-Token", "abcdefghi+jklm")]);

        Assert.Equal(expected, secrets.Hide(text));
    }

    private static Task<RecordingApp> EchoAsync(Func<HttpContext, string, string> echo, params string[] names) => RecordingApp.StartAsync(async (context, _) =>
    {
        context.Response.StatusCode = 500;
        await context.Response.WriteAsync(string.Concat(names.Select(n => echo(context, n))));
    });

    private static FailureExample Example(string response) =>
        new() { Kind = FailureKind.UnexpectedStatus, Request = "GET /", At = TimeSpan.Zero, Detail = "status 401", Response = response };

    private static void CheckHidden(LoadResult result)
    {
        Assert.NotEmpty(result.Failures.Examples);
        Assert.Contains("***", result.ToJson(), StringComparison.Ordinal);
        Assert.All(
            [$"{result}", result.ToJson(), .. result.Findings.Select(f => $"{f}"), .. result.Failures.Examples.Select(e => $"{e}{e.Response}")],
            text => Assert.DoesNotContain(Known, text, StringComparison.Ordinal));
    }
}
