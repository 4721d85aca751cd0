using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.WebUtilities;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Documentation;

/// <summary>The examples of docs/coming-from.md: how long they are, and that an app with the scripts' paths answers some of them as expected.</summary>
public partial class ComingFromTests
{
    private static readonly string _document = File.ReadAllText(Path.Combine(Repository.Root, "docs", "coming-from.md"));

    [Fact]
    public void Each_example_has_the_lines_that_it_says_and_no_more_than_the_script()
    {
        var examples = Example().Matches(_document);

        Assert.Equal(8, examples.Count);
        Assert.All(examples, e =>
        {
            var (script, here) = (Number(e, "script"), Number(e, "here"));
            Assert.Equal(e.Groups["code"].Value.Split('\n').Count(l => l.Trim().Length > 0), here);
            Assert.InRange(here, 1, script);
        });

        static int Number(Match example, string group) => int.Parse(example.Groups[group].Value, CultureInfo.InvariantCulture);
    }

    [Fact]
    public Task A_user_and_a_password() => CheckAsync(test => test
        .WithHeader("Authorization", $"Basic {Convert.ToBase64String("user:passwd"u8)}")
        .Send(LoadRequest.Get("/basic-auth/user/passwd").Expect(200)
            .ExpectJson("/authenticated", true)
            .ExpectJson("/user", "user")));

    [Fact]
    public Task A_form() => CheckAsync(test => test
        .Send(LoadRequest.Post("/post").Expect(200)
            .WithContent(
                "name=Test+Name&telephone=123456789&email=test%40example.com&comment=Hello+world%21&topping=onion&topping=bacon&topping=cheese"u8,
                "application/x-www-form-urlencoded")
            .ExpectJson("/form/name", "Test Name")
            .ExpectJson("/form/telephone", "123456789")
            .ExpectJson("/form/email", "test@example.com")
            .ExpectJson("/form/comment", "Hello world!")
            .ExpectJson("/form/topping/0", "onion")
            .ExpectJson("/form/topping/1", "bacon")
            .ExpectJson("/form/topping/2", "cheese")));

    [Fact]
    public Task A_token_for_the_next_request() => CheckAsync(test => test
        .WithHeader("Authorization", "Token abcdef0123456789")
        .Send(LoadRequest.Get("/api/doughs").ExpectJson("/doughs/0/name", "Thin").ExpectJson("/doughs/0/ID", 1).TakeJson("id", "/doughs/0/ID"))
        .Send(LoadRequest.Get("/api/doughs/{id}"))
        .AsChain());

    // The code of the example is that of the document.
    private static async Task CheckAsync(Func<LoadTest, LoadTest> example, [CallerArgumentExpression(nameof(example))] string code = "")
    {
        Assert.Contains(WithoutSpace(code)["test=>test".Length..] + ".RunAsync();", WithoutSpace(_document), StringComparison.Ordinal);
        await using var app = await RecordingApp.StartAsync(AnswerAsync);

        var result = await example(app.Test).Sending(20).RunAsync();

        Assert.Equal(20, result.Succeeded);
    }

    private static Task AnswerAsync(HttpContext context, RecordingApp.Request request) => (request.Target, $"{context.Request.Headers.Authorization}") switch
    {
        ("/basic-auth/user/passwd", "Basic dXNlcjpwYXNzd2Q=") => context.Response.WriteAsJsonAsync(new { authenticated = true, user = "user" }),
        ("/post", _) => context.Response.WriteAsJsonAsync(new { form = Form(request.Body) }),
        ("/api/doughs", "Token abcdef0123456789") => context.Response.WriteAsync("""{"doughs": [{"ID": 1, "name": "Thin"}]}"""),
        ("/api/doughs/1", "Token abcdef0123456789") => context.Response.WriteAsync("{}"),
        _ => Task.FromResult(context.Response.StatusCode = StatusCodes.Status404NotFound),
    };

    private static Dictionary<string, object?> Form(string body) =>
        QueryHelpers.ParseQuery(body).ToDictionary(p => p.Key, object? (p) => p.Value.Count == 1 ? p.Value[0] : p.Value.ToArray(), StringComparer.Ordinal);

    private static string WithoutSpace(string text) => string.Concat(text.Where(c => !char.IsWhiteSpace(c)));

    [GeneratedRegex(@": (?<script>\d+) lines, here (?<here>\d+)\.[^`]*```csharp\n(?<code>.*?)```", RegexOptions.Singleline)]
    private static partial Regex Example();
}
